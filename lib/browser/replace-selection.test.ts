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

beforeEach(() => onInsert((field, text) => field.setRangeText(text)));
afterEach(() => document.body.replaceChildren());

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
  return [await replace(shortLink), field.value];
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

it('says so if the page has changed what was written', async () => {
  onInsert((field) => (field.value = 'https://s'));
  expect(await replaceIn({})).toEqual([false, 'https://s']);
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
  const written = [await first('https://s.example/1'), await second('https://s.example/2')];
  expect([written, field.value]).toEqual([[false, true], `${address} https://s.example/2`]);
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
  expect(await beginReplacing({ tabId: 1, frameId: 0 }, address)(shortLink)).toBe(isWritten);
});
