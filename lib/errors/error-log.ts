/** An error that the code did not expect. */
export interface LoggedError {
  /** Milliseconds since 1970. */
  at: number;
  /** Its message and its stack, without addresses and quoted texts: they may name a page or hold a key. */
  text: string;
}

/** The number of errors that are remembered. */
const maxLogged = 20;

/** The newest last. They are lost when the context ends. */
const logged: LoggedError[] = [];

/** An address of the extension becomes a path, such as `background.js:1:20`. */
const withoutAddresses = (text: string): string =>
  text
    .replace(/\b[a-z-]+-extension:\/\/[^/\s]+\//g, '')
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s)]+/gi, '‹address›')
    .replace(/"[^"]*"|“[^”]*”|'[^'\n]*'|`[^`]*`/g, '‹text›');

/** Chromium's stack begins with the message, Firefox's has the places only. */
const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return `A value of type ${typeof error} was thrown.`;
  const { message, stack = '' } = error;
  const head = `${error.name}: ${message}`;
  return withoutAddresses(stack.startsWith(head) ? stack : `${head}\n${stack}`);
};

/** Remembers an error that the code did not expect; a build for development also prints it. */
export const logError = (error: unknown): void => {
  // oxlint-disable-next-line no-console -- only `npm run dev` prints it
  if (import.meta.env.MODE === 'development') console.error(error);
  logged.push({ at: Date.now(), text: errorText(error) });
  if (logged.length > maxLogged) logged.shift();
};

/** Handles a rejection by remembering its error and going on with this value. */
export const logAndReturn =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    logError(error);
    return value;
  };

/** The errors that were remembered in this context, the newest last. */
export const loggedErrors = (): LoggedError[] => [...logged];
