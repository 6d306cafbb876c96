import type { Followed } from '../connection/follow.ts';
import type { Service } from '../connection/service.ts';
import type { DeliveredOutcome, ToastOutcome } from '../delivery/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { LoadedMusic } from '../music/contract.ts';
import type { Shortener } from '../shortening/shortening.ts';

/**
 * The type of the response to each message of lib/messaging/protocol.ts, which says what it means. Responses come from the
 * extension itself, so nothing parses them.
 */
export interface Responses {
  shorten: Awaited<ReturnType<Shortener['shorten']>>;
  attempt: Awaited<ReturnType<Shortener['findAttempt']>>;
  recent: Awaited<ReturnType<Shortener['newest']>>;
  unacknowledged: Awaited<ReturnType<Shortener['unacknowledged']>>;
  pendingOutcome: Awaited<ReturnType<Shortener['pendingOutcome']>>;
  pause: Failure | null;
  acknowledge: null;
  connection: Awaited<ReturnType<Service['view']>>;
  connect: Awaited<ReturnType<Service['connect']>>;
  probe: Awaited<ReturnType<Service['probe']>>;
  follow: Followed | null;
  readValues: Record<string, unknown>;
  writeValues: null;
  clearValues: null;
  reset: null;
  missing: null;
  playerStart: { startByItself: boolean; isGrayscale: boolean };
  injectPlayer: boolean;
  openPlayer: boolean;
  cover: string | null;
  disableSite: boolean;
  undoDisableSite: boolean;
  playHere: boolean;
  toastReady: { shouldCopy: boolean } | null;
  toastOutcome: ToastOutcome | null;
  outcome: DeliveredOutcome | null;
  runAction: DeliveredOutcome | ToastOutcome | null;
  copy: boolean;
  music: LoadedMusic;
  savePlayback: null;
  setAudibleTab: null;
}
