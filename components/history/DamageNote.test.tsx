import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { text } from '../../lib/i18n/texts.ts';
import { allRead, attempt, openPage } from '../testing/history-page.tsx';
import { setLanguage } from '../testing/language.ts';

const some = [attempt({ title: 'One' }), attempt({ title: '灯塔' })];

it.each([
  ['en', 'The browser has lost the links that were listed here before Nov 22, 2026', 'Dismiss'],
  ['zh_CN', '浏览器丢失了2026年11月22日之前在此列出的链接', '知道了'],
] as const)(
  'says that the browser has lost the history, until that is dismissed, in %s',
  async (language, sentence, button) => {
    setLanguage(language);
    const readLoss = () => Promise.resolve(new Date(2026, 10, 22, 12).getTime());
    const { actions } = await openPage([attempt()], { readLoss });
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('alert')
          .map((each) => each.textContent)
          .join(''),
      ).toContain(sentence),
    );
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByText(sentence, { exact: false })).toBeNull());
    expect(actions.acknowledgeLoss).toHaveBeenCalledOnce();
  },
);

it('says nothing of a loss if there was none', async () => {
  const { actions } = await openPage([attempt()]);
  await allRead(1);
  await waitFor(() => expect(actions.readLoss).toHaveBeenCalledOnce());
  expect(screen.queryByRole('button', { name: text('dismiss') })).toBeNull();
});

describe('a history of which a part is damaged', () => {
  const damaged = () => Promise.reject(new DOMException('unrelated', 'UnknownError'));

  it.each([
    ['en', 'Part of your history is damaged', 'Repair'],
    ['zh_CN', '历史记录的一部分已损坏', '修复'],
  ] as const)(
    'is saved as far as it can be read, and listed again, in %s',
    async (language, sentence, button) => {
      setLanguage(language);
      const { actions } = await openPage(some, { newestFirst: damaged });
      await screen.findByText(sentence, { exact: false });
      fireEvent.click(screen.getByRole('button', { name: button }));
      await allRead(2);
      expect(screen.queryByText(sentence, { exact: false })).toBeNull();
      expect(actions.save).toHaveBeenCalledOnce();
      const [name = '', file = new Blob()] = actions.save.mock.calls[0] ?? [];
      expect(name).toMatch(/^waylark-history-[\d-]+\.json$/);
      const saved = JSON.parse(await file.text()) as { links: { title: string }[] };
      expect(saved.links.map(({ title }) => title).toSorted()).toEqual(
        some.map(({ title }) => title).toSorted(),
      );
    },
  );

  it('is saved even if it cannot be written again, and the page says so', async () => {
    const { actions } = await openPage(some, { newestFirst: damaged, rebuild: damaged });
    fireEvent.click(await screen.findByRole('button', { name: 'Repair' }));
    expect(
      await screen.findByText('The browser could not repair your history', { exact: false }),
    ).toBeTruthy();
    expect(actions.save).toHaveBeenCalledOnce();
  });
});
