import type { Attempt } from '../../lib/links/attempt.ts';
import type { Taken, Trouble } from '../../lib/links/history.ts';
import type { Outcome, Wish } from '../../lib/links/links.ts';
import type { News } from '../../lib/links/news.ts';

/** What the page of the history can have done. What reads or writes the history rejects where the disk refuses. */
export interface HistoryActions {
  newest(count: number): Promise<Attempt[]>;
  all(): Promise<Attempt[]>;
  find(ids: readonly string[]): Promise<Attempt[]>;
  forget(ids: readonly string[]): Promise<unknown[]>;
  clear(): Promise<unknown[]>;
  restore(forgotten: readonly unknown[]): Promise<void>;
  take(links: readonly unknown[]): Promise<Taken>;
  /** Calls back when another context has written. */
  listen(heard: (news: News) => void): void;
  troubleOf(error: unknown): Trouble;
  /** Never rejects. */
  shorten(wish: Wish): Promise<Outcome>;
  /** Whether the clipboard holds it in the end. */
  copy(promised: Promise<string> | string): Promise<boolean>;
  open(url: string): void;
  openSettings(): void;
  markShown(id: string, isPrivate: boolean): void;
  /** Saves a file as the browser saves downloads. */
  save(name: string, content: Blob): void;
}
