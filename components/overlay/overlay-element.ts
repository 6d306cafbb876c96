import { type Overlay as OverlayKind, overlayAttribute } from '../../lib/browser/contract.ts';
import { createSheet } from './style-sheet.ts';
import { htmlElement } from './xhtml.ts';

/** Events that trigger actions: a script of the page must not dispatch them in a person's place. */
const guardedEvents = ['click', 'input', 'change', 'keydown', 'keyup'];

/** Events that do not reach the page: its "click anywhere" handlers do not mean the overlay. */
const privateEvents = [
  'click',
  'dblclick',
  'auxclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'input',
  'focusin',
  'focusout',
];

export interface OverlayElementOptions {
  kind: OverlayKind;
  css: string;
  /** Language and direction of the texts in it. */
  lang: string;
  dir: string;
  mode: ShadowRootMode;
  signal: AbortSignal;
  /** Whether events may trigger actions. */
  isAlive(): boolean;
  /** Called each time that the focus enters, with the element of the page that had it before. */
  focusEntered(from: Element): void;
}

export interface OverlayElement {
  /** Stands in the page, without any name that identifies the extension. */
  element: HTMLElement;
  /** Container in its shadow root that is drawn into. */
  container: HTMLElement;
}

/** Listens in the root in the capture phase, before any other listener, and in the bubble phase, after all others. */
const guardEvents = (root: ShadowRoot, { signal, isAlive, focusEntered }: OverlayElementOptions): void => {
  const check = (event: Event): void => {
    if (event.isTrusted && isAlive()) return;
    event.stopImmediatePropagation();
    // Tab leaves a control even if nobody sees it.
    if (!event.type.startsWith('key')) event.preventDefault();
  };
  for (const type of guardedEvents) root.addEventListener(type, check, { capture: true, signal });
  for (const type of privateEvents)
    root.addEventListener(type, (event) => event.stopPropagation(), { signal });

  root.addEventListener(
    'focusin',
    (event) => {
      const from = (event as FocusEvent).relatedTarget;
      if (from instanceof Element && !root.contains(from)) focusEntered(from);
    },
    { capture: true, signal },
  );
};

/** Creates the element and its shadow root, and does not attach it. The style sheet protects it from styles of the page. */
export const createOverlayElement = (options: OverlayElementOptions): OverlayElement => {
  const element = htmlElement('div');
  element.popover = 'manual';
  const root = element.attachShadow({ mode: options.mode });

  createSheet(root)(options.css);
  const container = htmlElement('div');
  container.className = 'shell';
  container.lang = options.lang;
  container.dir = options.dir;
  container.setAttribute(overlayAttribute, options.kind);

  root.append(container);
  guardEvents(root, options);
  return { element, container };
};
