import type { connectionMessages } from './connection/messages.ts';
import type { deliveryMessages } from './delivery/messages.ts';
import type { diagnosticMessages } from './diagnostics/messages.ts';
import type { historyMessages } from './history/messages.ts';
import type { jobMessages } from './jobs/messages.ts';
import type { managingMessages } from './managing/messages.ts';
import { createClient } from './messaging/send.ts';
import type { coverMessages, musicMessages } from './music/messages.ts';
import type { playerMessages } from './not-found/messages.ts';
import type { shorteningMessages } from './shortening/messages.ts';

type BackgroundMessages = ReturnType<typeof shorteningMessages> &
  ReturnType<typeof deliveryMessages> &
  ReturnType<typeof managingMessages> &
  ReturnType<typeof historyMessages> &
  ReturnType<typeof jobMessages> &
  ReturnType<typeof playerMessages> &
  ReturnType<typeof musicMessages> &
  ReturnType<typeof coverMessages> &
  ReturnType<typeof connectionMessages> &
  ReturnType<typeof diagnosticMessages>;

/**
 * The background as pages and injected scripts call it: `await background.setNote({ id, private, note })`. The definition of a
 * call is its handler. A call never rejects: it resolves with undefined if nothing answers within 25 s, because the background
 * was stopped or failed. It is unknown then what it has done. The calls in the list do nothing that a second one would do again.
 */
export const background = createClient<BackgroundMessages>([
  'activeLinks',
  'connections',
  'expiringCount',
  'jobChanges',
  'jobs',
  'loggedErrors',
  'playerStart',
  'rateLimit',
  'recent',
  'shortOrigin',
  'startJob',
]);
