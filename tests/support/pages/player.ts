import type { CDPSession, KeyInput, Page, Protocol } from 'puppeteer-core';
import { poll } from '../browsers/poll.ts';
import type { Control } from '../browsers/control.ts';

export const region = 'Music on 404 pages';

/** Roles and names of the controls of the pill, in the order of Tab. */
export const pill = ['button Play', 'button Open player', 'button Close'];

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An element in the player that has a role and a name, or a text. */
interface Part {
  role: string;
  name: string;
  /** The value of a slider or a select, as assistive technology reads it. */
  value: string;
  description: string;
  /** `aria-pressed`; null without it. */
  pressed: boolean | null;
  /** Whether it has the focus. */
  focused: boolean;
  /** In coordinates of the page; null while it is not drawn. */
  box(): Promise<Box | null>;
}

/** Reads all parts of the players on a page; empty if there is none. */
export type ReadParts = (page: Page) => Promise<Part[]>;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.createCDPSession();
  sessions.set(page, session);
  return session;
};

type Node = Protocol.Accessibility.AXNode;
const text = (value: Protocol.Accessibility.AXValue | undefined): string => String(value?.value ?? '');

async function boxOf(session: CDPSession, backendNodeId: number | undefined): Promise<Box | null> {
  if (backendNodeId === undefined) return null;
  const model = await session.send('DOM.getBoxModel', { backendNodeId }).catch(() => null);
  if (!model) return null;
  const { border, width, height } = model.model;
  return { x: border[0] ?? 0, y: border[1] ?? 0, width, height };
}

const partOf = (session: CDPSession, node: Node): Part => {
  const property = (wanted: string) => text(node.properties?.find(({ name }) => name === wanted)?.value);
  return {
    role: text(node.role),
    name: text(node.name),
    value: property('valuetext') || text(node.value),
    description: text(node.description),
    pressed: property('pressed') === '' ? null : property('pressed') === 'true',
    focused: property('focused') === 'true',
    box: () => boxOf(session, node.backendDOMNodeId),
  };
};

/** Reads Chromium's accessibility tree, which includes closed roots. */
export const readPartsInChromium: ReadParts = async (page) => {
  const session = await sessionOf(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const within = new Set<string>();
  for (const node of nodes) {
    const isRoot = text(node.role) === 'region' && text(node.name) === region;
    if (isRoot || within.has(node.parentId ?? '')) within.add(node.nodeId);
  }
  return nodes
    .filter(({ nodeId, ignored }) => within.has(nodeId) && !ignored)
    .map((node) => partOf(session, node));
};

/** The elements of a page and its frames that have a closed shadow root, by name. Chromium only. */
export async function shadowHosts(page: Page): Promise<string[]> {
  const session = await sessionOf(page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const walk = ({
    nodeName,
    children = [],
    shadowRoots = [],
    contentDocument,
  }: Protocol.DOM.Node): string[] => [
    ...(shadowRoots.some(({ shadowRootType }) => shadowRootType === 'closed') ? [nodeName] : []),
    ...children.flatMap(walk),
    ...(contentDocument ? walk(contentDocument) : []),
  ];
  return walk(root);
}

/** Runs as a content script, which may read closed roots. */
function readRoots() {
  interface Openable extends Element {
    openOrClosedShadowRoot?: ShadowRoot | null;
  }
  const roots = [...document.querySelectorAll<Openable>('*')].flatMap(
    (host) => host.openOrClosedShadowRoot ?? [],
  );
  const textOf = (node: Element | null): string => node?.textContent.trim() ?? '';
  return roots
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>('[data-waylark=player] section')])
    .flatMap((player) => [player, ...player.querySelectorAll<HTMLElement>('*')])
    .filter(
      (node) =>
        !node.closest('label') &&
        !node.matches('div:not([role])') &&
        node.checkVisibility({ visibilityProperty: true }),
    )
    .map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      const tag = node.localName;
      const implied: Record<string, string> = { input: 'slider', section: 'region', select: 'combobox' };
      const pressed = node.getAttribute('aria-pressed');
      const root = node.getRootNode() as ShadowRoot;
      return {
        role: node.getAttribute('role') ?? implied[tag] ?? tag,
        name:
          node.getAttribute('aria-label') ??
          textOf(node instanceof HTMLSelectElement ? (node.labels[0] ?? null) : node),
        value:
          node instanceof HTMLSelectElement
            ? textOf(node.selectedOptions[0] ?? null)
            : (node.getAttribute('aria-valuetext') ?? ''),
        description:
          node.getAttribute('aria-description') ??
          textOf(root.getElementById(node.getAttribute('aria-describedby') ?? '')),
        pressed: pressed === null ? null : pressed === 'true',
        focused: document.hasFocus() && root.activeElement === node,
        box: { x, y, width, height },
      };
    });
}

/** Reads closed roots through a content script of the extension: Firefox has no other way. */
export const readPartsInFirefox =
  (control: Control): ReadParts =>
  async (page) => {
    const parts = await control.inContentScript(page, readRoots);
    return parts.map((part) => ({ ...part, box: () => Promise.resolve(part.box) }));
  };

/** The player on one page, as a person uses it. */
export interface Player {
  page: Page;
  parts(): Promise<Part[]>;
  count(): Promise<number>;
  /** Waits for a part with that name. */
  part(name: string): Promise<Part>;
  has(name: string): Promise<boolean>;
  /** All texts in it. */
  says(): Promise<string>;
  /** Clicks the middle of the button with the mouse; an element above the button gets the click instead. */
  press(name: string): Promise<void>;
  /** Presses keys one after the other on the focused element. */
  keys(...keys: KeyInput[]): Promise<void>;
  /** The name of the focused part; empty while the page has the focus. */
  focus(): Promise<string>;
  /** Presses Tab until that part has the focus. After the last part, Firefox's focus moves to its toolbars and stays there. */
  tabTo(name: string): Promise<void>;
  /** The same with Shift+Tab. */
  tabBackTo(name: string): Promise<void>;
}

/** More than the controls of the player and of a page. */
export const maxTabs = 24;

/** Milliseconds within which a page that navigates can be read again. */
const longestNavigation = 15_000;

/** The parts; a page between two documents is read once more, and any other page that cannot be read is an error. */
async function readWithRetry(page: Page, readParts: ReadParts): Promise<Part[]> {
  const deadline = Date.now() + longestNavigation;
  for (;;) {
    try {
      return await readParts(page);
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`The parts on ${page.url()} cannot be read`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export function playerOn(page: Page, readParts: ReadParts): Player {
  const parts = () => readWithRetry(page, readParts);
  const named = async (name: string) => (await parts()).find((part) => part.name === name);
  const part = (name: string) => poll(`${name} on ${page.url()}`, () => named(name));
  const keys = async (...all: KeyInput[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  const focus = async () => (await parts()).find(({ focused }) => focused)?.name ?? '';
  const tabTo = async (name: string) => {
    for (let pressed = 0; (await focus()) !== name; pressed += 1) {
      if (pressed === maxTabs) throw new Error(`Tab does not lead to ${name}`);
      await keys('Tab');
    }
  };
  return {
    page,
    parts,
    part,
    count: async () =>
      (await parts()).filter(({ role, name }) => role === 'region' && name === region).length,
    has: async (name) => (await named(name)) !== undefined,
    says: async () =>
      [...new Set((await parts()).map(({ name, value }) => `${name} ${value}`.trim()))].join('\n'),
    press: async (name) => {
      let last = '';
      const box = await poll(`${name} to be drawn and to stay where it is`, async () => {
        const drawn = await (await part(name)).box();
        const before = last;
        last = JSON.stringify(drawn);
        return drawn && last === before ? drawn : undefined;
      });
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    },
    keys,
    focus,
    tabTo,
    tabBackTo: async (name) => {
      await page.keyboard.down('Shift');
      try {
        await tabTo(name);
      } finally {
        await page.keyboard.up('Shift');
      }
    },
  };
}
