import { execute } from './injection.ts';

/**
 * Runs in the page, so it uses nothing from outside. Without a short link it remembers the field with the focus, and resolves with
 * whether the address is selected there. With one, it writes that over the address if all is as it was, and resolves with whether
 * the field has it then: null if the field has something else. What it remembers is in the world of the extension, which the page
 * does not see.
 */
const replaceInPage = async (address: string, shortLink: string | null): Promise<boolean | null> => {
  /** The range of a text within a range, without the line breaks around it: three clicks select to the start of the next line. */
  const rangeOf = (text: string, within: Range): Range | null => {
    const range = within.cloneRange();
    let rest = String(within).indexOf(text);
    if (text === '' || rest === -1) return null;
    const nodes = document.createTreeWalker(within.commonAncestorContainer, NodeFilter.SHOW_TEXT);
    let left = text.length;
    for (let node: Node | null = nodes.currentNode; node && left > 0; node = nodes.nextNode()) {
      if (!(node instanceof Text) || !within.intersectsNode(node)) continue;
      const first = node === within.startContainer ? within.startOffset : 0;
      const last = node === within.endContainer ? within.endOffset : node.length;
      const from = first + rest;
      rest -= last - first;
      if (from >= last) continue;
      const to = Math.min(last, from + left);
      if (left === text.length) range.setStart(node, from);
      range.setEnd(node, to);
      left -= to - from;
      rest = 0;
    }
    return range;
  };
  const read = () => {
    let field = document.activeElement;
    while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      const { selectionStart: start, selectionEnd: end, value } = field;
      if (start === null || end === null || field.type === 'password' || field.readOnly) return null;
      const [before, selected, after] = [value.slice(0, start), value.slice(start, end), value.slice(end)];
      return { field, before, selected, after, limit: field.maxLength, select: null };
    }
    if (!(field instanceof HTMLElement && field.isContentEditable)) return null;
    // Chromium's selection of the document ends at the host of a shadow root; that of the root is its own function.
    const root = field.getRootNode() as ShadowRoot & Partial<Pick<Document, 'getSelection'>>;
    const selection = root.getSelection?.() ?? getSelection();
    if (!selection?.rangeCount) return null;
    const whole = selection.getRangeAt(0);
    const selected = String(whole).trim();
    const range = rangeOf(selected, whole);
    if (!range || !field.contains(range.commonAncestorContainer)) return null;
    // Writing over several paragraphs would join them.
    if (String(selection).trim().includes('\n')) return null;
    const { startContainer, startOffset, endContainer, endOffset, commonAncestorContainer: common } = range;
    const element = common instanceof Element ? common : common.parentElement;
    // The link would lead to its address as before.
    if (element?.closest('a') || range.cloneContents().querySelector('a')) return null;
    const [start, end] = [new Range(), new Range()];
    start.setEnd(startContainer, startOffset);
    start.setStart(field, 0);
    end.selectNodeContents(field);
    end.setStart(endContainer, endOffset);
    // Only if that is more: Firefox loses spaces around what a script has selected.
    const select = (): unknown =>
      String(selection) === selected ||
      selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
    return { field, before: String(start), selected, after: String(end), limit: -1, select };
  };
  const shared = globalThis as unknown as Record<symbol, ReturnType<typeof read>>;
  // Stored by the address: while one is shortened, another may be selected.
  const remembered = Symbol.for(`selection to replace: ${address}`);
  const now = read();
  if (shortLink === null) {
    // Firefox gives the menu no more of a selection. In rich text, the rest of it would lose its format.
    const isWhole = now !== null && now.selected.length < 16_384 && now.selected.includes(address);
    const isReplaceable = isWhole && (!now.select || now.selected === address);
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
  const content = (): string => {
    const raw = 'value' in field ? field.value : field.textContent;
    return raw.replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff]/g, '');
  };
  const before = content();
  now.select?.();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way that keeps the undo of the field
  document.execCommand('insertText', false, text);
  // Editors may change the inserted text a moment later, or put back the old one, for good or until they have drawn it.
  await new Promise((resolve) => setTimeout(resolve, 400));
  if (content() === before) return false;
  // Its scheme may be left out, and a card of the link may not name it.
  const [, name = shortLink] = shortLink.split('://');
  const cards = [...field.querySelectorAll('a')];
  return content().includes(name) || cards.some(({ href }) => href.includes(name)) ? true : null;
};

/**
 * Remembers the selection in the field of a frame, with an address in it as it is written there. Call it inside the click. The function
 * that it returns writes a short link over the address, and resolves with whether the field has it: not if anything in it
 * has changed meanwhile, nor in a frame of another site, nor in a field for passwords. It resolves with null if the field has
 * something else than before, but not the short link.
 */
export const beginReplacing = (frame: { tabId: number; frameId: number }, address: string) => {
  const run = async (shortLink: string | null): Promise<boolean | null> => {
    const executed = await execute(frame, { func: replaceInPage, args: [address, shortLink] });
    return executed?.result === null ? null : executed?.result === true;
  };
  const remembered = run(null);
  return async (shortLink: string): Promise<boolean | null> =>
    (await remembered) === true ? run(shortLink) : false;
};
