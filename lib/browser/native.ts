/** The part of the browser's own extension API that the pill uses, without the polyfill: it runs on every missing page. */
interface NativeApi {
  runtime?: {
    id?: string;
    sendMessage(message: object): Promise<unknown>;
    onMessage: { addListener(listener: (message: unknown) => undefined): void };
  };
  i18n: { getMessage(key: string): string };
  /** Chromium only. */
  dom?: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
}

declare const chrome: NativeApi;

/** Both browsers know it by this name, with promises, in extensions of Manifest V3. */
export const native = (): NativeApi => chrome;
