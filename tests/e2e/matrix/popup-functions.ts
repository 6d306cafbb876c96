/* Functions that run in a page of the extension; each is sent there as its source, so it uses nothing from outside. */

/** What a popup shows after a request. */
export interface Shown {
  /** The sentence of the failure, or "". */
  alert: string;
  /** The short link, or "". */
  short: string;
  /** All that the document holds, with the contents of its fields. */
  html: string;
  /** What the notice of an earlier outcome begins with. */
  headline?: string;
}

/** The extension's API, as far as the functions use it. */
interface Api {
  storage: {
    session: { get(key: string): Promise<Record<string, unknown>>; remove(key: string): Promise<void> };
  };
  scripting: { executeScript(injection: object): Promise<{ result: unknown }[]> };
  runtime: { sendMessage(message: object): Promise<unknown> };
}

/** The window of a popup, with the extension's API in it. */
export type PopupView = Window & typeof globalThis & { browser: Api };

/** Types a link, submits it as many times as wanted at once, and waits for a sentence or a short link. */
export async function shortenIn(
  view: PopupView,
  wanted: { link: string; sending: string; limit: number; submits: number; expiresAt?: string },
): Promise<Shown> {
  const { document } = view;
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector);
  // A tab in the background has slow timers, and the popup has not.
  const pause = (ms: number) => new Promise((resolve) => view.setTimeout(resolve, ms));
  const until = Date.now() + wanted.limit;
  const wait = async (isDone: () => boolean) => {
    while (!isDone() && Date.now() < until) await pause(10);
  };
  const type = (field: HTMLInputElement | null, value: string) => {
    if (field) field.value = value;
    field?.dispatchEvent(new view.Event('input', { bubbles: true }));
  };
  await wait(() => (find('#link') ?? find('#short-link')) !== null);
  if (find('#short-link')) document.querySelector<HTMLElement>('header button')?.click();
  const button = () => find('form button[type=submit]');
  await wait(() => button()?.getAttribute('aria-disabled') === 'false');
  type(find('#link'), wanted.link);
  const select = find('#validity');
  const choice = wanted.expiresAt === undefined ? 'month' : 'custom';
  if (select && select.value !== choice) {
    select.value = choice;
    select.dispatchEvent(new view.Event('change', { bubbles: true }));
    await pause(0);
  }
  if (wanted.expiresAt !== undefined) type(find('#expires-at'), wanted.expiresAt);
  await pause(0);
  for (let at = 0; at < wanted.submits; at += 1) (find('form') as unknown as HTMLFormElement).requestSubmit();
  await pause(0);
  const alert = () => document.querySelector('[role=alert]')?.textContent.trim() ?? '';
  const isSending = () => button()?.textContent === wanted.sending;
  await wait(() => !isSending() && (find('#short-link') !== null || alert() !== ''));
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, select')].map(({ value }) => value);
  const html = `${view.location.href} ${document.documentElement.getHTML()} ${fields.join(' ')}`;
  return { alert: isSending() ? '' : alert(), short: find('#short-link')?.value ?? '', html };
}

/** What the extension has stored: the history as JSON, the states of a link in it, and the current token. */
export async function storedIn(view: PopupView, link: string) {
  const records = await new Promise<{ link: string; state: string }[]>((resolve, reject) => {
    const opening = view.indexedDB.open('waylark-history');
    opening.onerror = () => reject(new Error('The history does not open'));
    opening.onsuccess = () => {
      const database = opening.result;
      if (!database.objectStoreNames.contains('attempts')) {
        database.close();
        resolve([]);
        return;
      }
      const reading = database.transaction('attempts').objectStore('attempts').getAll();
      reading.onsuccess = () => resolve(reading.result as { link: string; state: string }[]);
      reading.onerror = () => reject(new Error('The history cannot be read'));
      database.close();
    };
  });
  const { token } = (await view.browser.storage.session.get('token')) as { token?: { token: string } };
  const states = records.filter((each) => each.link === link).map(({ state }) => state);
  return { history: JSON.stringify(records), states, token: token?.token };
}

/** All that a content script in that tab can read. */
export async function readableByContentScript(view: PopupView, tabId: number): Promise<string> {
  const func = async () => {
    const api: unknown = Reflect.get(globalThis, 'browser') ?? Reflect.get(globalThis, 'chrome');
    const { storage } = api as { storage: Record<string, { get(): Promise<unknown> }> };
    const areas = ['local', 'sync', 'session', 'managed'];
    const read = async (area: string) => [area, await storage[area]?.get().catch(String)];
    const own = [Object.entries(localStorage), Object.entries(sessionStorage), location.href];
    const page = document.documentElement.getHTML() + document.title;
    const databases = await indexedDB.databases();
    return JSON.stringify([await Promise.all(areas.map(read)), databases, own, page]);
  };
  const noAccess = (error: unknown) => {
    // Firefox, where the access to the host was taken back: then no content script can be there.
    if (!String(error).includes('Missing host permission')) throw error;
    return [{ result: '' }];
  };
  const [found] = await view.browser.scripting.executeScript({ target: { tabId }, func }).catch(noAccess);
  return String(found?.result);
}

/** Sends the messages that a popup sends for a link, and when it has shown the outcome. */
export async function sendFrom(view: PopupView, link: string): Promise<unknown> {
  const validity = { kind: 'duration', seconds: 86_400 };
  const id = crypto.randomUUID();
  const request = { id, link, title: 'Sent', validity, private: false };
  const answer = await view.browser.runtime.sendMessage({ name: 'shorten', request });
  await view.browser.runtime.sendMessage({ name: 'acknowledge', request: { id, private: false } });
  return answer;
}

/** The background needs a new token for the next link. */
export function removeTokenIn(view: PopupView): Promise<void> {
  return view.browser.storage.session.remove('token');
}

/** Changes fields of the saved account; resolves with what they were. */
export async function changeAccountIn(view: PopupView, fields: Record<string, unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = view.indexedDB.open('waylark-account');
    opening.onerror = () => reject(new Error('The account does not open'));
    opening.onsuccess = () => {
      const database = opening.result;
      const writing = database.transaction('account', 'readwrite');
      const store = writing.objectStore('account');
      const reading = store.get('current');
      reading.onsuccess = () => {
        store.put({ ...(reading.result as object), ...fields }, 'current');
      };
      writing.oncomplete = () => {
        database.close();
        resolve(reading.result);
      };
      writing.onerror = () => reject(new Error('The account cannot be written'));
    };
  });
}

/** What a popup says of the outcome of an earlier one; waits for it. */
export async function noticeIn(view: PopupView, limit: number): Promise<Shown> {
  const { document } = view;
  const until = Date.now() + limit;
  const notice = () => document.querySelector('.notice');
  while (!notice()?.querySelector('button') && Date.now() < until)
    await new Promise((resolve) => view.setTimeout(resolve, 10));
  const [headline, second] = [...(notice()?.querySelectorAll('p:not([role])') ?? [])];
  const text = second?.textContent.trim() ?? '';
  const isLink = /^http\S+$/.test(text);
  const html = `${view.location.href} ${document.documentElement.getHTML()}`;
  return {
    alert: isLink ? '' : text,
    short: isLink ? text : '',
    html,
    headline: headline?.textContent ?? '',
  };
}

/** What an empty field for the link says. */
export async function hintIn(view: PopupView): Promise<Shown> {
  const { document } = view;
  const field = () => document.querySelector<HTMLInputElement>('#link');
  const until = Date.now() + 5000;
  while (!field() && Date.now() < until) await new Promise((resolve) => view.setTimeout(resolve, 10));
  const id = field()?.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
  const alert = field()?.value === '' ? (document.getElementById(id)?.textContent.trim() ?? '') : '';
  return { alert, short: '', html: document.documentElement.getHTML() };
}

/** What the notice of an earlier outcome begins with now. */
export function headlineIn(view: PopupView): string {
  return view.document.querySelector('.notice strong')?.textContent ?? '';
}

/** Makes the background start if it is not running. */
export async function wakeIn(view: PopupView): Promise<void> {
  await view.browser.runtime.sendMessage({ name: 'recent', request: { private: false } });
}
