import { text } from '../../lib/i18n/texts.ts';
import { htmlElement } from '../overlay/overlay-element.ts';
import type { Button, Press, View } from './view.ts';

interface CardParts {
  press(press: Press): void;
  close(): void;
}

export interface Card {
  show(view: View): void;
  /** Where something is copied that the page would not let through; null where no button copies. */
  frame(): HTMLIFrameElement | null;
}

/** A paragraph, or nothing where it has nothing to say. */
const line = (words: string, name: string): HTMLElement[] => {
  if (words === '') return [];
  const paragraph = htmlElement('p');
  paragraph.className = name;
  paragraph.textContent = words;
  return [paragraph];
};

/** The short link. A page that searches itself finds texts in closed roots, too, but none that a style sheet puts there. */
const linkLine = ({ link, isSelectable }: View): HTMLElement[] => {
  const lines = line(link, 'link');
  for (const node of lines) {
    // It reads from left to right everywhere.
    node.dir = 'ltr';
    if (isSelectable) continue;
    node.textContent = '';
    node.dataset['link'] = link;
  }
  return lines;
};

const linesOf = (view: View): HTMLElement[] => [
  ...line(view.head, 'head'),
  ...linkLine(view),
  ...view.notes.flatMap((note) => line(note, 'note')),
  ...line(view.warning, 'warning'),
];

const region = (role: 'status' | 'alert'): HTMLElement => {
  const node = htmlElement('div');
  node.setAttribute('role', role);
  return node;
};

const buttonOf = (press: () => void): HTMLButtonElement => {
  const node = htmlElement('button');
  node.type = 'button';
  node.addEventListener('click', press);
  return node;
};

/** Not shown, and not hidden either: what is hidden has no clipboard. */
const hiddenFrame = (): HTMLIFrameElement => {
  const node = htmlElement('iframe');
  node.className = 'unseen';
  node.tabIndex = -1;
  node.setAttribute('aria-hidden', 'true');
  return node;
};

const showButtons = (row: HTMLElement, buttons: Button[], press: CardParts['press']): void => {
  if (
    row.children.length !== buttons.length ||
    buttons.some((each, at) => row.children[at]?.id !== each.press)
  )
    row.replaceChildren(
      ...buttons.map(({ press: what }) =>
        Object.assign(
          buttonOf(() => press(what)),
          { id: what },
        ),
      ),
    );
  buttons.forEach(({ words, isWaiting }, at) => {
    const node = row.children[at];
    if (!node) return;
    node.textContent = words;
    node.setAttribute('aria-disabled', String(isWaiting));
  });
};

/** The places for words are there before the words, or screen readers would not say them. */
const createLines = (section: HTMLElement) => {
  const [status, alert] = [region('status'), region('alert')];
  section.append(status, alert);
  let said = '';
  return (view: View): void => {
    const { isUrgent, tone, head } = view;
    const words = JSON.stringify({ ...view, buttons: [] });
    // Said again, it would be read again.
    if (said === words) return;
    said = words;
    (isUrgent ? status : alert).replaceChildren();
    (isUrgent ? alert : status).replaceChildren(...linesOf(view));
    section.className = head === '' ? 'nothing' : tone;
  };
};

const createSection = (close: () => void): HTMLElement => {
  const section = htmlElement('section');
  section.setAttribute('aria-label', text('extensionName'));
  section.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  return section;
};

/** The toast's nodes, in `shell`. */
export const createCard = (shell: HTMLElement, { press, close }: CardParts): Card => {
  const [section, row, cross] = [createSection(close), htmlElement('div'), buttonOf(close)];
  row.className = 'row';
  cross.className = 'close';
  cross.setAttribute('aria-label', text('toastClose'));
  const say = createLines(section);
  section.append(row, cross);
  shell.append(section);
  let frame: HTMLIFrameElement | null = null;
  return {
    show(view) {
      const hadFocus = row.matches(':focus-within');
      say(view);
      showButtons(row, view.buttons, press);
      // Or it would go to the page along with the button.
      if (hadFocus && !row.matches(':focus-within')) cross.focus({ preventScroll: true });
      const copies = !isSecureContext && view.buttons.some((each) => each.press === 'copy');
      if (!copies) frame?.remove();
      frame = copies ? (frame ?? shell.appendChild(hiddenFrame())) : null;
    },
    frame: () => frame,
  };
};
