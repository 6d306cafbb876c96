import type { Page } from 'puppeteer-core';

/** What a page found out about an overlay. */
export interface Findings {
  /** The words that a search, a selection or a root that it reached gave away, each with the way. */
  words: string[];
  /** The closed roots that it reached. */
  roots: number;
}

interface Spied {
  spied: { roots: Set<ShadowRoot>; own: string; keep(node: unknown): void };
}

/** Properties of events by which a browser may name an element inside a root: Firefox has some of its own. */
const eventProperties = [
  'target',
  'originalTarget',
  'explicitOriginalTarget',
  'rangeParent',
  'relatedTarget',
];

const eventTypes = [
  'pointerover',
  'pointermove',
  'pointerdown',
  'mouseover',
  'mousedown',
  'mouseup',
  'click',
  'dblclick',
  'contextmenu',
  'dragstart',
  'focusin',
  'focusout',
  'keydown',
  'keyup',
  'beforetoggle',
  'toggle',
  'selectstart',
  'selectionchange',
  'animationstart',
  'transitionrun',
  'copy',
  'scroll',
];

/** Runs in the page, before the overlay: remembers each closed root that an event names. */
function spy(types: string[], properties: string[]): void {
  const roots = new Set<ShadowRoot>();
  const keep = (node: unknown): void => {
    if (!(node instanceof Node)) return;
    const root = node.getRootNode();
    // The page's own hosts have ids, ours have none.
    if (root instanceof ShadowRoot && root.host.id === '') roots.add(root);
  };
  const keepSelection = (): void => {
    const selection = getSelection();
    for (const node of [selection?.anchorNode, selection?.focusNode]) keep(node);
    if (selection && selection.rangeCount > 0) keep(selection.getRangeAt(0).startContainer);
  };
  const listen = (event: Event): void => {
    for (const property of properties) keep(Reflect.get(event, property));
    event.composedPath().forEach(keep);
    keepSelection();
  };
  for (const type of types) addEventListener(type, listen, true);
  const keepAll = (node: unknown): void => {
    keep(node);
    keepSelection();
  };
  const own = new XMLSerializer().serializeToString(document);
  Object.assign(globalThis, { spied: { roots, own, keep: keepAll } });
}

/** Runs in the page: looks for the words, but for those of the page itself, in every way that a page has. */
function searchFor(all: string[]): Findings {
  const { roots, own, keep } = (globalThis as unknown as Spied).spied;
  const words = all.filter((word) => !own.includes(word));
  const found = new Set<string>();
  const selection = getSelection();
  const note = (way: string, text: string): void => {
    for (const word of words) if (text.includes(word)) found.add(`${way}: ${word}`);
    keep(null);
  };
  const find = (word: string): boolean =>
    (globalThis as unknown as { find(...args: unknown[]): boolean }).find(word, true, false, true);
  for (const word of words) {
    selection?.removeAllRanges();
    if (find(word)) note('find', word);
  }
  const start = document.querySelector('h1') ?? document.body;
  for (const alter of ['move', 'extend'])
    for (const direction of ['forward', 'backward'])
      for (const unit of ['character', 'word', 'line', 'paragraph', 'documentboundary']) {
        selection?.selectAllChildren(start);
        let text = '';
        for (let steps = 0; steps < 60; steps += 1) {
          selection?.modify(alter, direction, unit);
          text += String(selection);
          keep(null);
        }
        note(`modify ${alter} ${unit}`, text);
      }
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- a page can still use it
  document.execCommand('selectAll');
  note('select all', String(selection));
  note('text', document.documentElement.innerText + document.documentElement.textContent);
  note('markup', new XMLSerializer().serializeToString(document));
  for (let y = 4; y < innerHeight; y += 12)
    for (let x = 4; x < innerWidth; x += 24) {
      document.elementsFromPoint(x, y).forEach(keep);
      keep(document.caretPositionFromPoint(x, y)?.offsetNode);
    }
  keep(document.activeElement);
  for (const animation of document.getAnimations()) keep((animation.effect as KeyframeEffect).target);
  for (const entry of performance.getEntries()) note('performance', JSON.stringify(entry));

  /** Firefox refuses the rules of a sheet of the extension. */
  const rulesOf = (sheet: CSSStyleSheet): string => {
    try {
      return [...sheet.cssRules].map(({ cssText }) => cssText).join();
    } catch {
      return '';
    }
  };
  for (const root of roots) {
    note('rules', [...root.styleSheets, ...root.adoptedStyleSheets].map(rulesOf).join());
    for (const element of root.querySelectorAll('*')) {
      note('text of the root', element.textContent);
      for (const { name, value } of element.attributes) {
        // Values of sliders, labels of options and the tooltip under the pointer are attributes: PRIVACY.md says so.
        const known = ['button title', 'input aria-valuetext', 'option label'];
        if (!known.includes(`${element.localName} ${name}`)) note(`attribute ${name}`, value);
      }
      for (const pseudo of ['::before', '::after', '::marker'])
        note(`style of ${pseudo}`, getComputedStyle(element, pseudo).content);
      note('value', String(Reflect.get(element, 'value')));
    }
  }
  selection?.removeAllRanges();
  return { words: [...found], roots: roots.size };
}

/** Has the page watch for roots from now on. */
export const startSpying = (page: Page): Promise<void> => page.evaluate(spy, eventTypes, eventProperties);

/** What a page finds when it looks for these words, and in the roots that it has reached since it began to watch. */
export const attack = (page: Page, words: string[]): Promise<Findings> => page.evaluate(searchFor, words);
