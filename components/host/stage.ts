import { type Overlay, overlayAttribute } from '../../lib/browser/contract.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import { element } from './element.ts';

/** What is acted on: a script of the page may not do it in a person's place. */
const guarded = ['click', 'input', 'change', 'keydown', 'keyup'];

/** What happens in it is no business of the page: "click anywhere" means the page, not us. */
const kept = [
  ...['click', 'dblclick', 'auxclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'],
  ...['touchstart', 'touchend', 'input', 'focusin', 'focusout'],
];

export interface StageParts {
  kind: Overlay;
  css: string;
  mode: ShadowRootMode;
  signal: AbortSignal;
  /** Whether what a person did may be acted on. */
  isAlive(): boolean;
  /** Where in the page the focus came from, at each arrival. */
  entered(from: Element): void;
}

/** A node without any name of ours, and in its closed root the style and a place for what is drawn. */
export interface Stage {
  host: HTMLElement;
  shell: HTMLElement;
}

/** Listens in the root: first of all, and last of all. */
const guard = (root: ShadowRoot, { signal, isAlive, entered }: StageParts): void => {
  const check = (event: Event): void => {
    if (event.isTrusted && isAlive()) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const type of guarded) root.addEventListener(type, check, { capture: true, signal });
  for (const type of kept) root.addEventListener(type, (event) => event.stopPropagation(), { signal });
  root.addEventListener(
    'focusin',
    (event) => {
      const from = (event as FocusEvent).relatedTarget;
      if (from instanceof Element && !root.contains(from)) entered(from);
    },
    { capture: true, signal },
  );
};

/** Not yet in the page. The style sheet makes the host what it is, in a way that no style of the page can undo. */
export const createStage = (parts: StageParts): Stage => {
  const host = element('div');
  host.setAttribute('popover', 'manual');
  const root = host.attachShadow({ mode: parts.mode });
  const style = element('style');
  style.textContent = parts.css;
  const shell = element('div');
  shell.className = 'shell';
  shell.lang = language();
  shell.dir = text('textDirection');
  shell.setAttribute(overlayAttribute, parts.kind);
  root.append(style, shell);
  guard(root, parts);
  return { host, shell };
};
