// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginReplacing } from './replace-selection.ts';

interface Injection {
  target: { frameIds: number[] };
  func: (...args: unknown[]) => unknown;
  args: unknown[];
}

const { frames } = vi.hoisted(() => ({ frames: [] as number[] }));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    scripting: {
      async executeScript({ target, func, args }: Injection) {
        frames.push(...target.frameIds);
        return [{ result: await func(...args) }];
      },
    },
  },
}));

const address = 'https://example.com/x';
const shortLink = 'https://s.example/$&';

/** happy-dom has no commands. */
const onInsert = (insert: (field: HTMLInputElement, text: string) => void): void => {
  const execCommand = (_: string, __: boolean, text: string) =>
    insert(document.activeElement as HTMLInputElement, text);
  Object.assign(document, { execCommand });
};

beforeEach(() => {
  vi.useFakeTimers();
  onInsert((field, text) => field.setRangeText(text));
});
afterEach(() => {
  document.body.replaceChildren();
});

/** The result of a replacement, after the time for which the field is watched. */
const settled = async <T>(replacing: Promise<T>): Promise<T> => {
  await vi.runAllTimersAsync();
  return replacing;
};

/** A field with a selected text, which is to be shortened. */
const replaceIn = async (
  attributes: Record<string, string>,
  meanwhile?: (field: HTMLInputElement) => void,
  name = 'input',
) => {
  const field = document.createElement(name) as HTMLInputElement;
  for (const [attribute, value] of Object.entries(attributes)) field.setAttribute(attribute, value);
  field.value = `see ${address} and`;
  document.body.append(field);
  field.focus();
  field.setSelectionRange(0, 100);
  const replace = beginReplacing({ tabId: 1, frameId: 5 }, address);
  await Promise.resolve();
  meanwhile?.(field);
  return [await settled(replace(shortLink)), field.value];
};

it.each(['input', 'textarea'])(
  'writes the short link over the address, in the frame of the click: %s',
  async (name) => {
    expect(await replaceIn({}, undefined, name)).toEqual([true, `see ${shortLink} and`]);
    expect(new Set(frames)).toEqual(new Set([5]));
  },
);

it.each([{ type: 'password' }, { readonly: '' }, { maxlength: '25' }])(
  'writes nothing into a field with %j',
  async (attributes) => expect(await replaceIn(attributes)).toEqual([false, `see ${address} and`]),
);

it.each<[string, (field: HTMLInputElement) => void]>([
  ['the selection', (field) => field.setSelectionRange(0, 3)],
  ['the text before it', (field) => field.setRangeText('See', 0, 3, 'preserve')],
  ['the focus', (field) => field.blur()],
  ['the kind of the field', (field) => (field.type = 'password')],
])('writes nothing if %s has changed meanwhile', async (_, change) => {
  const [isReplaced, text] = await replaceIn({}, change);
  expect([isReplaced, String(text).toLowerCase()]).toEqual([false, `see ${address} and`]);
});

const old = `see ${address} and`;
const written = `see ${shortLink} and`;

it.each<[string, { after: number; value: string }[], boolean | null]>([
  ['adds a space', [{ after: 10, value: `${written}\u202f` }], true],
  [
    'puts the old text back until it has drawn the link',
    [
      { after: 10, value: old },
      { after: 200, value: written },
    ],
    true,
  ],
  ['puts the old text back for good', [{ after: 200, value: old }], false],
  ['cuts the link', [{ after: 0, value: 'https://s' }], null],
])('says what the field has after some time, if the page %s', async (_, changes, isReplaced) => {
  onInsert((field) => {
    field.value = written;
    for (const { after, value } of changes) setTimeout(() => (field.value = value), after);
  });
  expect(await replaceIn({})).toEqual([isReplaced, changes.at(-1)?.value]);
});

it('writes only where its own address was selected: another click may have followed', async () => {
  const field = document.createElement('input');
  field.value = `${address} ${address}y`;
  document.body.append(field);
  field.focus();
  field.setSelectionRange(0, address.length);
  const first = beginReplacing({ tabId: 1, frameId: 0 }, address);
  await Promise.resolve();
  field.setSelectionRange(address.length + 1, field.value.length);
  const second = beginReplacing({ tabId: 1, frameId: 0 }, `${address}y`);
  await Promise.resolve();
  const isWritten = [
    await settled(first('https://s.example/1')),
    await settled(second('https://s.example/2')),
  ];
  expect([isWritten, field.value]).toEqual([[false, true], `${address} https://s.example/2`]);
});

it.each([
  ['is written over a text', 'b', true],
  ['is not written over a link, which would lead to the address as before', 'a', false],
])('in rich text, it %s', async (_, name, isWritten) => {
  const [field, selected] = [document.createElement('p'), document.createElement(name)];
  field.contentEditable = 'true';
  field.tabIndex = 0;
  selected.textContent = address;
  field.append('See ', selected);
  document.body.append(field);
  field.focus();
  getSelection()?.selectAllChildren(selected);
  onInsert((_field, text) => (selected.textContent = text));
  expect(await settled(beginReplacing({ tabId: 1, frameId: 0 }, address)(shortLink))).toBe(isWritten);
});

it('in rich text, a card that names the link only in its address counts as the link', async () => {
  const field = document.createElement('p');
  field.contentEditable = 'true';
  field.tabIndex = 0;
  field.textContent = address;
  document.body.append(field);
  field.focus();
  getSelection()?.selectAllChildren(field);
  const card = Object.assign(document.createElement('a'), { href: shortLink, textContent: 'A page' });
  onInsert(() => field.replaceChildren(card));
  expect(await settled(beginReplacing({ tabId: 1, frameId: 0 }, address)(shortLink))).toBe(true);
});

// What three clicks select: tests/browsers/menu.test.ts.
it('in rich text, the spaces around the address stay', async () => {
  const [field, bold] = [document.createElement('p'), document.createElement('b')];
  field.contentEditable = 'true';
  field.tabIndex = 0;
  bold.textContent = 'https';
  field.append(' ', bold, `${address.slice(5)} `);
  document.body.append(field);
  field.focus();
  getSelection()?.selectAllChildren(field);
  onInsert((_field, text) => {
    const selected = getSelection()?.getRangeAt(0);
    selected?.deleteContents();
    selected?.insertNode(new Text(text));
  });
  expect(await settled(beginReplacing({ tabId: 1, frameId: 0 }, address)(shortLink))).toBe(true);
  expect(field.textContent).toBe(` ${shortLink} `);
});
