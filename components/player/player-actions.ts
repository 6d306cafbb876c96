import type { Command } from '../../lib/music/contract.ts';

/** What a person can do with the player. */
export interface PlayerActions {
  send(command: Command): void;
  open(): void;
  collapse(): void;
  close(): void;
  /** Shows no more players on this site, and a notice in place of this one; resolves with false if that could not be stored. */
  disableSite(): Promise<boolean>;
  /** Undoes it and shows this player again, or resolves with false. */
  undoDisableSite(): Promise<boolean>;
  /** The cover of a track as a PNG data address; null if there is none. Does not reject. */
  loadCover(id: number): Promise<string | null>;
}
