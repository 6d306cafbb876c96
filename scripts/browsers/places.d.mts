export type BrowserKind = 'chromium' | 'firefox';

/** The path of an installed browser of that kind, or undefined. A path set by variable is used or nothing is. */
export function findBrowser(kind: BrowserKind): string | undefined;

/** What to do so that `findBrowser` finds one: part of a sentence. */
export function howToProvide(kind: BrowserKind): string;

/** Whether the browser of that kind can speak Chinese when it is told to (looked for on Linux only). */
export function speaksChinese(kind: BrowserKind): boolean;

/** The path of a command of this machine, or undefined. */
export function findCommand(name: string): string | undefined;
