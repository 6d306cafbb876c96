import { text } from '../../lib/i18n/texts.ts';
import { setText, textElement } from '../overlay/generated-text.ts';
import { htmlElement } from '../overlay/elements.ts';
import type { Button, ButtonKind, View } from './toast-state.ts';

interface CardDeps {
  press(kind: ButtonKind): void;
  close(): void;
}

export interface Card {
  show(view: View): void;
  /** The frame for copying if the page would stop the event; null if no button has copied. */
  frame(): HTMLIFrameElement | null;
}

/** A paragraph; nothing for an empty text. */
const line = (content: string, name: string): HTMLElement[] => {
  if (content === '') return [];
  const paragraph = htmlElement('p');
  paragraph.className = name;
  setText(paragraph, content);
  return [paragraph];
};

const linesOf = (view: View): HTMLElement[] => [
  ...line(view.head, 'head'),
  ...line(view.advice, 'advice'),
  ...line(view.link, 'link'),
  ...view.notes.flatMap((note) => line(note, 'note')),
  ...line(view.warning, 'warning'),
];

const region = (role: 'status' | 'alert'): HTMLElement => {
  const node = htmlElement('div');
  node.role = role;
  return node;
};

/** A button with that text; the class `unseen` hides the text, and it stays the button's name. */
const buttonOf = (press: () => void, label: string, textClass = ''): HTMLButtonElement => {
  const node = htmlElement('button');
  node.addEventListener('click', press);
  node.append(textElement(textClass, label));
  return node;
};

/** Invisible, but not hidden: a hidden frame has no clipboard. */
const clipboardFrame = (): HTMLIFrameElement => {
  const node = htmlElement('iframe');
  node.className = 'unseen';
  node.tabIndex = -1;
  node.ariaHidden = 'true';
  return node;
};

const showButtons = (row: HTMLElement, buttons: Button[], press: CardDeps['press']): void => {
  const isSame =
    row.children.length === buttons.length &&
    buttons.every(({ kind }, index) => row.children[index]?.id === kind);
  if (!isSame) {
    const nodes = buttons.map(({ kind, text: label }) => {
      const node = buttonOf(() => press(kind), label);
      node.id = kind;
      return node;
    });
    row.replaceChildren(...nodes);
  }
  buttons.forEach(({ text: label, isWaiting }, index) => {
    const node = row.children[index];
    if (!node) return;
    setText(node.firstElementChild as HTMLElement, label);
    node.ariaDisabled = String(isWaiting);
  });
};

/** The live regions exist before their texts: otherwise screen readers would not announce them. */
const createLines = (section: HTMLElement) => {
  const status = region('status');
  const alert = region('alert');
  section.append(status, alert);
  let shown = '';
  return (view: View): void => {
    const { isUrgent, tone, head } = view;
    const content = JSON.stringify({ ...view, buttons: [] });
    // A screen reader would announce the same content again.
    if (shown === content) return;
    shown = content;
    (isUrgent ? status : alert).replaceChildren();
    (isUrgent ? alert : status).replaceChildren(...linesOf(view));
    section.className = head === '' ? 'unseen nothing' : tone;
  };
};

const createSection = (close: () => void): HTMLElement => {
  const section = htmlElement('section');
  const name = textElement('unseen', text('extensionName'));
  name.id = 'name';
  section.setAttribute('aria-labelledby', name.id);
  section.append(name);
  section.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  return section;
};

/** The nodes of the toast, inside `shell`. */
export const createCard = (shell: HTMLElement, { press, close }: CardDeps): Card => {
  const section = createSection(close);
  const row = htmlElement('div');
  const closeButton = buttonOf(close, text('toastClose'), 'unseen');
  row.className = 'row';
  closeButton.className = 'close';
  const showLines = createLines(section);
  section.append(row, closeButton);
  shell.append(section);
  let frame: HTMLIFrameElement | null = null;
  return {
    show(view) {
      const hadFocus = row.matches(':focus-within');
      showLines(view);
      showButtons(row, view.buttons, press);
      // The focus of a removed button would move to the page.
      if (hadFocus && !row.matches(':focus-within')) closeButton.focus({ preventScroll: true });
      const copies = !isSecureContext && view.buttons.some((each) => each.kind === 'copy');
      // It stays: Chromium's browser process may not have written the clipboard yet, and drops what a removed frame has copied.
      if (copies) frame ??= shell.appendChild(clipboardFrame());
    },
    frame: () => frame,
  };
};
