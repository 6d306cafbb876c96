import { describe, expect, test } from 'vitest';
import { press, valueOf } from '../support/browsers/controls.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { evaluateUnnoticed, inactive } from '../support/browsers/user-activation.ts';
import { popupSuite } from '../support/pages/popup.ts';
import { answerOnRelease } from '../support/service/faults.ts';

describe.for(['chromium', 'firefox'] as const)('The popup in %s', (browser) => {
  const suite = popupSuite(browser);

  test.skipIf(lacks(browser))(
    'copies a short link that arrived after the user activation had ended',
    async () => {
      const { clipboard, fixture, openPopup, type } = suite();
      const { fault, release } = answerOnRelease();
      fixture.proxy.always('add', fault);
      const popup = await openPopup();
      await type(popup, '/copied-late');
      await press(popup, 'Shorten');
      await eventually(() => fixture.proxy.count('add')).toBe(1);
      await inactive(popup);
      release();
      const read = (expression: string) => evaluateUnnoticed(popup, expression);
      await eventually(() => read("document.querySelector('#short-link') !== null")).toBe(true);
      expect(await read('navigator.userActivation.isActive')).toBe(false);
      const short = await valueOf(popup, 'Short link');
      expect(await clipboard.paste()).toBe(short);
    },
  );
});
