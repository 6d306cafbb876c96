import type { Command } from '../../lib/music/contract.ts';

/** What a person can do with the player. */
export interface Acts {
  give(command: Command): void;
  open(): void;
  fold(): void;
  close(): void;
  /** No player on this site again. */
  never(): void;
  /** The picture of a track as a PNG's data address; null where there is none. Does not reject. */
  cover(id: number): Promise<string | null>;
}
