import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { plural, text } from '../../lib/i18n/texts.ts';
import { createdFor } from '../../lib/shortening/test-helpers/attempts.ts';
import { openPage, start } from '../testing/batch-page.tsx';
import { browser } from '../testing/browser.ts';
import { alerts, press } from '../testing/dom.ts';

const hostile = '[a] <b>"x"</b> & 你好';
const markdown = '- [One](https://s.example/1)\n- [\\[a\\] \\<b>"x"\\</b> & 你好](https://s.example/2)';

/** The page with the result of a job. */
const show = async () => {
  const page = openPage();
  page.shorten.mockImplementation((request) =>
    Promise.resolve(
      createdFor(request, { shortLink: `https://s.example/${request.title === 'One' ? 1 : 2}` }),
    ),
  );
  await start(page, 'One', hostile);
  await screen.findByRole('heading', { name: plural('batchCreated', 2) });
  return page;
};
const copyAll = (): HTMLElement => screen.getByRole('button', { name: 'Copy all' });
const choose = async (name: string) => {
  press('Copy all as');
  fireEvent.click(
    await screen.findByRole(/^(Show|Save)/.test(name) ? 'menuitem' : 'menuitemradio', { name }),
  );
};
const list = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: text('batchList') });

it('copies all links as Markdown, and says so', async () => {
  const { copy } = await show();
  press('Copy all');
  expect(copy).toHaveBeenCalledExactlyOnceWith(markdown, undefined);
  await waitFor(() => expect(copyAll().dataset['done']).toBe('2 copied'));
  await waitFor(() => expect(screen.getByText(text('copied')).role).toBe('status'));
});

it('copies at once in the format that is chosen', async () => {
  const { copy } = await show();
  press('Copy all as');
  const [first] = await screen.findAllByRole('menuitemradio');
  expect(first?.ariaLabel).toBe('Markdown');
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Plain text' }));
  expect(copy).toHaveBeenCalledExactlyOnceWith('https://s.example/1\nhttps://s.example/2', undefined);
  await choose('Own template');
  const [content] = copy.mock.lastCall ?? [];
  expect(content).toBe(`One: https://s.example/1\n${hostile}: https://s.example/2`);
  await waitFor(() =>
    expect(browser.storage.local.values['settings']).toMatchObject({ lastCopyFormat: 'template' }),
  );
});

it('copies a single link, and Copy all shows that it is not what the clipboard contains any more', async () => {
  const { copy } = await show();
  press('Copy all');
  await waitFor(() => expect(copyAll().dataset['done']).toBeDefined());
  const single = press('Copy https://s.example/2');
  expect(copy).toHaveBeenLastCalledWith(markdown.split('\n- ')[1], undefined);
  await waitFor(() => expect(single.title).toBe(text('copied')));
  expect(copyAll().dataset['done']).toBeUndefined();
});

it('shows the list as text on request, and selected if the browser did not copy', async () => {
  const { copy } = await show();
  await choose('Show as text');
  expect((await list()).value).toBe(markdown);
  copy.mockResolvedValue(false);
  await choose('Plain text');
  await waitFor(() => expect(alerts()).toBe(text('batchCopyFailed')));
  expect(copyAll().dataset['done']).toBeUndefined();
  const field = await list();
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]));
  expect(document.activeElement).toBe(field);
});

it('saves the list as a file of the chosen format', async () => {
  const { saveFile, copy } = await show();
  await choose('HTML');
  await choose('Save as file');
  const file = expect.objectContaining({ type: 'text/html;charset=utf-8' }) as Blob;
  expect(saveFile).toHaveBeenCalledExactlyOnceWith('short-links.html', file);
  const content = await saveFile.mock.lastCall?.[1].text();
  expect(content).toContain('<html lang="en" dir="ltr">');
  expect(content).toContain(copy.mock.lastCall?.[1]);
});

it('Done removes the result, and closes its tab', async () => {
  const { runner } = await show();
  press(text('done'));
  await waitFor(() => expect(browser.tabs.remove).toHaveBeenCalledExactlyOnceWith(1));
  expect(await runner.list(false)).toEqual([]);
});
