import * as z from 'zod/mini';
import type { RunStatus } from '../batch/batch.ts';

/** The ids of two connections: links are moved from one to the other. */
export const moveRequest = z
  .object({ from: z.string(), to: z.string() })
  .check(z.refine(({ from, to }) => from !== to));

export type MoveRequest = z.infer<typeof moveRequest>;

/** How many links a move would create again, and why others are left out. */
export interface MovePlan {
  links: number;
  /** Links with a limit of opens: the extension does not know how many are left. */
  limited: number;
  /** Links that were moved before. */
  moved: number;
  /** Links that an earlier move may have created. */
  unknown: number;
}

export type ItemKind = 'waiting' | 'created' | 'failed' | 'unknown';

/** A link of a move that has ended. */
export interface MovedLink {
  title: string;
  link: string;
  oldShortLink: string;
  /** Null if none was created, or if that is unknown. */
  newShortLink: string | null;
  kind: Exclude<ItemKind, 'waiting'>;
}

export interface MoveState extends MoveRequest, RunStatus, Record<ItemKind, number> {
  /** The outcome of each link, once nothing more is sent. */
  links: MovedLink[];
}
