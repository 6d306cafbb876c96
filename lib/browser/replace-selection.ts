import { execute } from './injection.ts';

/**
 * Runs in the page, so it uses nothing from outside. Without a short link it remembers the field with the focus, and whether the
 * address is selected there; with one, it writes that over the address if all is as it was, and reads back. What it remembers is in
 * the world of the extension, which the page does not see.
 */
const replaceInPage = async (address: string, shortLink: string | null): Promise<boolean> => {
  const read = () => {
    let field = document.activeElement;
    while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      const { selectionStart: start, selectionEnd: end, value } = field;
      if (start === null || end === null || field.type === 'password' || field.readOnly) return null;
      const [before, selected, after] = [value.slice(0, start), value.slice(start, end), value.slice(end)];
      return { field, before, selected, after, isRich: false, limit: field.maxLength };
    }
    const selection = getSelection();
    if (!(field instanceof HTMLElement && field.isContentEditable && selection?.rangeCount)) return null;
    const range = selection.getRangeAt(0);
    const { commonAncestorContainer: common } = range;
    // Writing over several paragraphs would join them; a link would lead to its address as before.
    if (!field.contains(common) || String(selection).includes('\n')) return null;
    const element = common instanceof Element ? common : common.parentElement;
    if (element?.closest('a') || range.cloneContents().querySelector('a')) return null;
    const [start, end] = [new Range(), new Range()];
    start.setEnd(range.startContainer, range.startOffset);
    start.setStart(field, 0);
    end.selectNodeContents(field);
    end.setStart(range.endContainer, range.endOffset);
    return {
      field,
      before: String(start),
      selected: String(range),
      after: String(end),
      isRich: true,
      limit: -1,
    };
  };
  const shared = globalThis as unknown as Record<symbol, ReturnType<typeof read>>;
  // Stored by the address: while one is shortened, another may be selected.
  const remembered = Symbol.for(`selection to replace: ${address}`);
  const now = read();
  if (shortLink === null) {
    // Firefox gives the menu no more of a selection. In rich text, the rest of it would lose its format.
    const isWhole = now !== null && now.selected.length < 16_384 && now.selected.includes(address);
    const isReplaceable = isWhole && (!now.isRich || now.selected.trim() === address);
    shared[remembered] = isReplaceable ? now : null;
    return isReplaceable;
  }
  const earlier = shared[remembered];
  shared[remembered] = null;
  if (!now || !earlier || now.field !== earlier.field) return false;
  if (now.before !== earlier.before || now.selected !== earlier.selected || now.after !== earlier.after)
    return false;
  const { field } = now;
  const text = now.selected.replace(address, () => shortLink);
  const written = now.before + text + now.after;
  // The browser would cut it.
  if (now.limit >= 0 && written.length > now.limit) return false;
  // oxlint-disable-next-line typescript/no-deprecated -- the only way that keeps the undo of the field
  document.execCommand('insertText', false, text);
  // Editors may change the inserted text a moment later.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const content = 'value' in field ? String(field.value) : field.textContent;
  const plain = (some: string): string => some.replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff]/g, '');
  return plain(content) === plain(written);
};

/**
 * Remembers the selection in the field of a frame, with an address in it as it is written there. Call it inside the click. The function
 * that it returns writes a short link over the address, and resolves with whether the field has it: not if anything in it
 * has changed meanwhile, nor in a frame of another site, nor in a field for passwords.
 */
export const beginReplacing = (frame: { tabId: number; frameId: number }, address: string) => {
  const run = async (shortLink: string | null): Promise<boolean> =>
    (await execute(frame, { func: replaceInPage, args: [address, shortLink] }))?.result === true;
  const remembered = run(null);
  return async (shortLink: string): Promise<boolean> => (await remembered) && run(shortLink);
};
