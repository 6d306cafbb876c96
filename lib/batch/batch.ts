import * as z from 'zod/mini';
import { addOptions } from '../api/links/contract.ts';
import { parseJson } from '../characters/json.ts';
import { rowOf } from '../failures/contract.ts';
import { failure, type Failure } from '../failures/schema.ts';
import { escapeHtml } from '../formats/formats.ts';
import type { Format } from '../formats/names.ts';
import { validity } from '../validity/schema.ts';

const state = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('waiting') }),
  /** The request with this id is pending. `another` is stored to send the same request again after a reload. */
  z.object({ kind: z.literal('sending'), id: z.string(), another: z.boolean() }),
  /** Created. `expiresAt` in Unix seconds; `createdAt` in milliseconds, for a link that already existed. */
  z.object({
    kind: z.literal('created'),
    shortLink: z.string(),
    expiresAt: z.int(),
    createdAt: z.optional(z.number()),
  }),
  /** No link was created. */
  z.object({ kind: z.literal('failed'), failure }),
  /** A link may have been created. */
  z.object({ kind: z.literal('unknown'), failure }),
]);

/** One tab of a batch: what is sent, and its state. It is stored across reloads: stay compatible with older data. */
const item = z.object({
  link: z.string(),
  title: z.string(),
  /** The id of the connection that creates the link; without it, the default one. */
  connection: z.optional(z.string()),
  ...addOptions.shape,
  /** The note of an attempt that is tried again. */
  note: z.optional(z.string()),
  state,
});

/** The tabs to shorten, all with the same validity. A run sends some of its items; a retry is another run. */
const batch = z.object({ validity, items: z.array(item) });

export type ItemState = z.infer<typeof state>;
export type Item = z.infer<typeof item>;
export type Batch = z.infer<typeof batch>;
type CreatedItem = Item & { state: { kind: 'created' } };

/** The state of a run, apart from that of its items. */
export interface RunStatus {
  isRunning: boolean;
  /** Pending items are finished, the others are not sent. */
  isCancelled: boolean;
  /** The end of the pause that the service asked for, in milliseconds; null outside a pause. */
  pausedUntil: number | null;
  /** Why the run stopped early: a failure that would affect all items, or a service that does not answer. */
  stopped: Failure | 'no-answer' | null;
}

export const idle: RunStatus = { isRunning: false, isCancelled: false, pausedUntil: null, stopped: null };

/** Whole seconds until a pause ends (milliseconds since 1970); 0 after that. */
export const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

export interface Progress extends Batch, RunStatus {}

/** The progress of a run that is not running. */
export const idleProgress = (current: Batch): Progress => ({ ...current, ...idle });

/** Whether a failure would affect every other tab as well. */
export const affectsAll = ({ reason }: Failure): boolean => rowOf(reason).batch === 'stop';

/** Whether an item that fails in this way keeps its former state: it is tried again after a pause, or the run stops. */
export const leavesUnsettled = (failure: Failure): boolean =>
  failure.reason === 'too-many-requests' || affectsAll(failure);

/** Failures of the service, or of the background, as a whole. One may be an accident; a run stops after several in a row. */
export const isServiceFailure = ({ reason, hadEffect }: Failure): boolean => {
  // A worker that stopped after sending says nothing about the service; one that could not send may fail for every item.
  const wasStoppedAfterSending = reason === 'interrupted' && hadEffect !== 'no';
  return rowOf(reason).batch === 'stop-if-repeated' && !wasStoppedAfterSending;
};

const indexesOf = (items: readonly Item[], matches: (state: ItemState) => boolean): number[] =>
  items.flatMap((each, index) => (matches(each.state) ? [index] : []));

/** Indexes of the items that were not sent yet, or whose outcome is missing. */
export const unfinishedIn = (items: readonly Item[]): number[] =>
  indexesOf(items, ({ kind }) => kind === 'waiting' || kind === 'sending');

/** Indexes of the items for which no link was created and a retry may succeed. */
export const retryableIn = (items: readonly Item[]): number[] =>
  indexesOf(
    items,
    (current) =>
      current.kind === 'waiting' ||
      (current.kind === 'failed' && rowOf(current.failure.reason).batch !== 'never-retry'),
  );

/** Indexes of the items that may have a link. */
export const unknownIn = (items: readonly Item[]): number[] =>
  indexesOf(items, ({ kind }) => kind === 'unknown');

export const isCreated = (each: Item): each is CreatedItem => each.state.kind === 'created';

/** How many items have a new link, one that existed before (`reused`), perhaps a link (`unknown`), and no link. */
export const outcomeCounts = (items: readonly Item[]) => {
  const withLink = items.filter(isCreated);
  const reused = withLink.filter(({ state }) => state.createdAt !== undefined).length;
  const unknown = items.filter(({ state: { kind } }) => kind === 'unknown').length;
  return {
    created: withLink.length - reused,
    reused,
    unknown,
    failed: items.length - withLink.length - unknown,
  };
};

/** The key of the batch in the tab's session storage. */
const key = 'batch';

/**
 * A batch as it is stored while its page is open, so that it survives a reload. `selection` names its tabs, so that it is not
 * mistaken for another one in the page's tab. A value that cannot be read is treated as missing.
 */
export const createStoredBatch = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  selection: string,
) => ({
  read(): Batch | null {
    const stored = parseJson(storage.getItem(key) ?? '') as
      { selection?: unknown; batch?: unknown } | null | undefined;
    return stored?.selection === selection ? (batch.safeParse(stored.batch).data ?? null) : null;
  },
  write({ validity, items }: Batch): void {
    try {
      storage.setItem(key, JSON.stringify({ selection, batch: { validity, items } }));
    } catch {
      // The storage is full. An outdated batch would be worse than none.
      storage.removeItem(key);
    }
  },
  clear: () => storage.removeItem(key),
});

/** The list as a file; the extension has its dot. An HTML file is a whole document that declares its encoding. */
export const fileOf = (
  list: string,
  format: Format,
  /** The document around an HTML list; its language as BCP 47 has it. */
  page: { title: string; language: string; direction: string },
) => {
  if (format === 'markdown') return { extension: '.md', type: 'text/markdown', content: `${list}\n` };
  if (format !== 'html') return { extension: '.txt', type: 'text/plain', content: `${list}\n` };
  const root = `<html lang="${escapeHtml(page.language)}" dir="${escapeHtml(page.direction)}">`;
  const head = `<meta charset="utf-8">\n<title>${escapeHtml(page.title)}</title>`;
  return {
    extension: '.html',
    type: 'text/html',
    content: `<!doctype html>\n${root}\n${head}\n${list}\n</html>\n`,
  };
};
