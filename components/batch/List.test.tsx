import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { openJournal } from '../../lib/history/journal.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { text } from '../../lib/i18n/texts.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { openPage, openPlan, tab } from '../testing/batch-page.tsx';
import { alerts } from '../testing/dom.ts';

type PageOptions = Parameters<typeof openPage>[0];

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: text('listLabel') });
const chooseWay = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const open = (options?: PageOptions) => {
  const page = openPage(options);
  chooseWay('Paste a list');
  return page;
};
const type = (lines: string) => fireEvent.input(field(), { target: { value: lines } });
const start = (name: string) => screen.findByRole('button', { name });
const add = (name: string, content: BlobPart) =>
  fireEvent.change(document.querySelector('input[type=file]') ?? document, {
    target: { files: [new File([content], name)] },
  });

it('needs no permission, says nothing of an empty list, and keeps the list beside the tabs', async () => {
  openPlan([tab('One')]);
  chooseWay('Paste a list');
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect((await start('Shorten')).getAttribute('aria-disabled')).toBe('true');
  expect(document.querySelector('.sum')).toBeNull();
  type('https://a.example/1');
  await start('Shorten 1 link');
  chooseWay('Tabs in this window');
  await start('Shorten 1 tab');
  chooseWay('Paste a list');
  expect(field().value).toBe('https://a.example/1');
});

it('leaves the focus at the choice of the way when it is there', async () => {
  openPlan([tab('One')]);
  for (const name of ['Paste a list', 'Tabs in this window']) {
    screen.getByRole('radio', { name }).focus();
    chooseWay(name);
    await start(name === 'Paste a list' ? 'Shorten' : 'Shorten 1 tab');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name }));
  }
});

it('counts links and duplicates, names each line that is left out, and shortens each link once', async () => {
  const { shorten } = open();
  type('nodejs.org/en\nines@heath.example\nhttps://a.example/1\nMinutes\nhttps://nodejs.org/en');
  const button = await start('Shorten 2 links');
  expect(screen.getByText('2 links found').role).toBe('status');
  expect(screen.getByText('1 duplicate, shortened once')).toBeTruthy();
  fireEvent.click(screen.getByText('2 lines left out'));
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Line 2ines@heath.exampleE-mail address',
    'Line 4MinutesNot a web address',
  ]);
  fireEvent.click(button);
  await screen.findByRole('heading', { name: '2 links created' });
  expect(shorten.mock.calls.map(([{ link }]) => link)).toEqual([
    'https://nodejs.org/en',
    'https://a.example/1',
  ]);
});

it('takes the first 10,000 lines of a longer text, of which 5,000 links are shortened, and says so', async () => {
  open();
  type(Array.from({ length: 100_000 }, (_, at) => `https://a.example/${at}`).join('\n'));
  await start('Shorten 5,000 links');
  expect(field().value.split('\n')).toHaveLength(10_000);
  expect(screen.getByText(text('listCut'))).toBeTruthy();
  fireEvent.click(screen.getByText('5,000 lines left out'));
  expect((await screen.findAllByRole('listitem'))[0]?.textContent).toContain('More than 5,000 links');
});

it('removes tracking if the setting says so, and warns of an address that signs other people in', async () => {
  await changeSettings({ removeTracking: true });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ everywhere: ['utm_source'], sites: {} }));
  const { shorten } = open();
  type('https://a.example/1?utm_source=x\nhttps://a.example/?access_token=0123456789abcdef');
  fireEvent.click(await start('Shorten 2 links'));
  expect(screen.getByText('Tracking removed from 1 address')).toBeTruthy();
  expect(screen.getByText('1 address may sign other people in as you')).toBeTruthy();
  await screen.findByRole('heading', { name: '2 links created' });
  expect(shorten.mock.calls[0]?.[0].link).toBe('https://a.example/1');
});

it('leaves out what is a short link already', async () => {
  vi.spyOn(background, 'shortOrigin').mockResolvedValue('https://s.example');
  await openJournal().begin(testAttempt({ shortLink: 'https://s.example/abc' }));
  open({ connections: [testInfo({ id: 'work' })] });
  type('https://s.example/abc\nhttps://s.example/about');
  await start('Shorten 1 link');
  fireEvent.click(screen.getByText('1 line left out'));
  expect(within(await screen.findByRole('listitem')).getByText('Already a short link')).toBeTruthy();
});

const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://a.example/1" ICON="x">One &amp;
  more</A><DT><A HREF="javascript:void(0)">Code</A><script>throw 1</script></DL>`;
const utf16 = (words: string) =>
  new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(words, (c) => c.charCodeAt(0)).buffer)]);

it.each<[string, BlobPart, string]>([
  [
    'links.txt',
    '\ufeffhttps://a.example/1\r\nhttps://a.example/2\r\n',
    'https://a.example/1\nhttps://a.example/2',
  ],
  ['links.csv', 'title,url\n"One, two",https://a.example/1', 'https://a.example/1\tOne, two'],
  ['bookmarks.html', bookmarks, 'https://a.example/1\tOne & more\njavascript:void(0)\tCode'],
  ['links.txt', utf16('https://a.example/你'), 'https://a.example/你'],
  ['links.csv', new Uint8Array([0x68, 0xe9, 0x2c, 0x31]), 'hé\t1'],
])('adds the lines of a file to the list: %s', async (name, content, lines) => {
  open();
  type('https://a.example/0\n');
  add(name, content);
  await waitFor(() => expect(field().value).toBe(`https://a.example/0\n${lines}`));
  expect(alerts()).toBe('');
});

it.each([
  ['a picture', new File([new Uint8Array([0x89, 0x50, 0, 0])], 'lark.png'), 'listFileNoText'],
  ['an empty file', new File([], 'links.txt'), 'listFileEmpty'],
  ['a page without links', new File(['<!doctype html><p>x'], 'page.html'), 'listFileEmpty'],
  [
    'a folder',
    Object.assign(new File([], 'folder'), { arrayBuffer: () => Promise.reject(new Error('no')) }),
    'listFileUnreadable',
  ],
  ['one cell of 9 MB', new File(['"'.repeat(9_000_000)], 'links.csv'), 'listFileUnreadable'],
  ['100 MB', Object.defineProperty(new File([], 'big.txt'), 'size', { value: 1e8 }), 'listFileTooLarge'],
] as const)('answers %s that is dropped with a sentence', async (_, file, problem) => {
  openPage();
  const dataTransfer = { types: ['Files'], files: [file] };
  fireEvent.dragOver(document, { dataTransfer });
  expect(await screen.findByText(text('listDrop'))).toBeTruthy();
  fireEvent.drop(document, { dataTransfer });
  await waitFor(() => expect(alerts()).toBe(text(problem)));
  expect(screen.queryByText(text('listDrop'))).toBeNull();
  type('https://a.example/1');
  await waitFor(() => expect(alerts()).toBe(''));
});
