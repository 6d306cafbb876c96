import { fireEvent } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { createPillElements } from '../pill/start.ts';
import { hideTexts, showTexts } from '../testing/generated-text.ts';
import { playing, renderPlayer } from '../testing/render-player.tsx';
import { createCard } from '../toast/toast.ts';
import { forPage } from '../../lib/delivery/for-page.ts';
import { testDelivery } from '../../lib/delivery/test-helpers/delivery.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { viewOf } from '../toast/toast-state.ts';

const shortLink = 'https://s.example/aB3dE6gH';

/** The attributes in which words remain: PRIVACY.md says so. */
const known = ['input aria-valuetext', 'option label'];

/** Everything that the document contains as text or as the value of an attribute. */
const contents = (): string[] => {
  const attributes = [...document.body.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name }) => !known.includes(`${element.localName} ${name}`))
      .map(({ value }) => value),
  );
  return [document.body.textContent.trim(), ...attributes];
};

const showFullPlayer = (): void => {
  const player = renderPlayer();
  const press = (selector: string): boolean => fireEvent.click(document.querySelector(selector) ?? document);
  press('.open');
  player.sendTracks();
  player.report({ ...playing, sleep: { after: 15, end: Date.now() + 600_000 } });
  press('.row button:last-child');
  if (!document.querySelector('[role=option]')) throw new Error('The list is not open');
};

const showSiteOff = async (): Promise<void> => {
  const player = renderPlayer();
  player.actions.open();
  await player.actions.disableSite();
};

const showPlayerWithProblem = (): void => renderPlayer().report({ problem: 'nothing-plays' });

const showPlayingPill = (): void => {
  const player = renderPlayer();
  player.sendTracks();
  player.report(playing);
};

const showPill = (): void => {
  const options = { play: () => undefined, open: () => undefined, close: () => undefined };
  const { section, update } = createPillElements(options);
  document.body.append(section);
  update({ isGrayscale: false, isLoading: false, hasFailed: true });
};

const showToast = (): void => {
  // happy-dom does not have it.
  vi.stubGlobal('isSecureContext', true);
  const card = createCard(document.body, { press: () => undefined, close: () => undefined });
  const attempt = testAttempt({ shortLink, expiresAt: 1_827_324_300, isReused: true });
  const delivery = testDelivery({ attempt, removed: ['fbclid'] }, 'another', 'undo');
  const delivered = forPage(delivery, { format: 'plain', template: '' });
  card.show(viewOf({ kind: 'outcome', delivered, copyState: 'refused', wait: 10 }));
};

afterEach(() => {
  showTexts();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it.each<[string, () => unknown, string]>([
  ['the toast', showToast, shortLink],
  ['the pill alone', showPill, 'Play'],
  ['the pill', showPlayingPill, 'Returning Dusk'],
  ['the player with its list', showFullPlayer, 'Nobody at the Gate'],
  ['the player on a site that was switched off', showSiteOff, 'Undo'],
  ['the player with a problem', showPlayerWithProblem, 'Music on 404 pages'],
])('%s has its texts neither in text nodes nor in attributes', async (_, show, expected) => {
  const texts = hideTexts();
  await show();
  expect(texts).toContain(expected);
  const [inNodes, ...inAttributes] = contents();
  expect(inNodes).toBe('');
  const words = texts.filter((each) => each.length > 1);
  expect(inAttributes.filter((value) => words.some((word) => value.includes(word)))).toEqual([]);
});
