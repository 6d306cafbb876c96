import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { htmlElement } from '../overlay/elements.ts';
import { createOverlay, type Overlay, type OverlayDeps } from '../overlay/overlay.ts';
import * as icons from '../ui/icon-shapes.ts';
import {
  type Handover,
  markedPlayer,
  markPlayer,
  type PillRequest,
  type PlayerSettings,
  untilVisible,
} from './handover.ts';
import css from './pill.css?inline';

interface PillElementsOptions {
  play(): void;
  open(): void;
  close(): void;
}

interface PillState {
  isGrayscale: boolean;
  /** Whether the player is being loaded. */
  isLoading: boolean;
  /** Whether the player could not be loaded. */
  hasFailed: boolean;
}

const svg = 'http://www.w3.org/2000/svg';

const svgElement = (name: 'svg' | 'path', attributes: Record<string, string>): SVGElement => {
  const element = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

const createIcon = ({ fill, line }: icons.IconShape): SVGElement => {
  const icon = svgElement('svg', { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true' });
  if (fill !== undefined) icon.append(svgElement('path', { d: fill, class: 'fill' }));
  if (line !== undefined) icon.append(svgElement('path', { d: line }));
  return icon;
};

interface ButtonOptions {
  label: TextKey;
  icon: icons.IconShape;
  className: string;
  press(): void;
}

/** Creates the elements that components/player/IconButton.tsx renders. */
const createButton = ({ label: key, icon, className, press }: ButtonOptions): HTMLButtonElement => {
  const name = text(key);
  const button = htmlElement('button');
  button.type = 'button';
  button.className = `icon-button ${className}`;
  button.title = name;
  const label = htmlElement('span');
  label.className = 'unseen';
  label.textContent = name;
  button.append(label, createIcon(icon));
  button.addEventListener('click', press);
  return button;
};

/** Stops Space and Enter, which press the focused button, before they reach the page. */
const stopKeys = (event: KeyboardEvent): void => {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
  if (!hasModifier && [' ', 'Enter'].includes(event.key)) event.stopPropagation();
};

/** Builds the elements of the pill, the same as components/player/Player.tsx renders at first. Returns them and their update. */
export const createPillElements = ({ play, open, close }: PillElementsOptions) => {
  const section = htmlElement('section');
  section.ariaLabel = text('playerRegion');
  section.addEventListener('keydown', stopKeys);
  section.addEventListener('keyup', stopKeys);

  const status = htmlElement('p');
  status.role = 'status';
  const note = htmlElement('span');
  note.className = 'note';
  note.append(createIcon(icons.music));
  const playButton = createButton({
    label: 'playerPlay',
    icon: icons.play,
    className: 'play',
    press: play,
  });

  const pill = htmlElement('div');
  pill.className = 'pill';
  pill.append(
    note,
    playButton,
    createButton({ label: 'playerOpen', icon: icons.up, className: 'open', press: open }),
    createButton({ label: 'playerClose', icon: icons.close, className: '', press: close }),
  );
  section.append(status, pill);

  const update = ({ isGrayscale, isLoading, hasFailed }: PillState): void => {
    section.className = isGrayscale ? 'collapsed grayscale' : 'collapsed';
    status.className = hasFailed ? 'problem' : 'unseen';
    status.textContent = hasFailed ? text('playerBlocked') : '';
    playButton.classList.toggle('loading', isLoading);
  };
  return { section, update };
};

export interface PillDeps extends OverlayDeps {
  /** Reports that the pill is there and resolves with its settings. Does not reject. */
  loadSettings(): Promise<PlayerSettings | undefined>;
  /** Has the player injected into this page, and music prepared if `toPlay` is true. Does not reject. */
  injectPlayer(toPlay: boolean): Promise<unknown>;
}

/** Puts the pill on the page until `end` is aborted. */
const showPill = (deps: PillDeps, end: AbortController): Overlay => {
  const { signal } = end;
  let settings: PlayerSettings | null = null;
  /** What was pressed, while the player that it needs is loaded. */
  let request: PillRequest | null = null;
  let hasFailed = false;

  /** Has the player injected, which then takes over. A further press while it loads replaces the request. */
  const loadPlayer = async (next: PillRequest): Promise<void> => {
    const isLoading = request !== null;
    request = next;
    hasFailed = false;
    overlay.draw();
    if (isLoading) return;

    await deps.injectPlayer(next !== 'open');
    // A player that was injected has taken over and aborted the signal by now.
    if (signal.aborted) return;
    request = null;
    hasFailed = true;
    overlay.draw();
  };

  let drawn: { container: HTMLElement; update: ReturnType<typeof createPillElements>['update'] } | null =
    null;
  const paint = (container: HTMLElement, isThere: boolean): void => {
    if (!isThere) return;
    if (drawn?.container !== container) {
      const { section, update } = createPillElements({
        play: () => void loadPlayer('play'),
        open: () => void loadPlayer('open'),
        close: () => overlay.remove(),
      });
      container.append(section);
      drawn = { container, update };
    }
    drawn.update({ isGrayscale: settings?.isGrayscale ?? false, isLoading: request === 'play', hasFailed });
  };
  const overlay = createOverlay({ ...deps, kind: 'player', end, css, paint });

  const handOver = (): Handover => {
    end.abort();
    return { ...overlay.release(), request, settings };
  };
  markPlayer({ handOver }, signal);

  const applySettings = async (): Promise<void> => {
    settings = (await deps.loadSettings()) ?? { autoplay: false, isGrayscale: false };
    overlay.draw();
    if (!settings.autoplay) return;
    await untilVisible(signal);
    if (request === null && overlay.isAlive()) await loadPlayer('autoplay');
  };
  void applySettings();
  return overlay;
};

/** Puts the pill on the page. Null if there is a pill or a player already. `end` is aborted when the pill is removed. */
export const startPill = (deps: PillDeps, end = new AbortController()): Pick<Overlay, 'remove'> | null => {
  if (!deps.isAlive() || markedPlayer()) return null;
  try {
    return showPill(deps, end);
  } catch (error) {
    // Ends the listeners of a pill that could not appear.
    end.abort();
    throw error;
  }
};
