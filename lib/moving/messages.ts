import { logAndReturn } from '../errors/error-log.ts';
import { message, nothing } from '../messaging/message.ts';
import type { LinkMover } from './link-mover.ts';
import { moveRequest } from './move.ts';

/** Moving links from one connection to another. */
export const movingMessages = (mover: LinkMover) => ({
  /** How many links would be created again, and how many not; null if the history cannot be read. */
  planMove: message({
    from: ['options'],
    request: moveRequest,
    handle: (request) => mover.plan(request).catch(logAndReturn(null)),
  }),

  startMove: message({
    from: ['options'],
    request: moveRequest,
    handle: (request) => mover.start(request),
  }),

  /** The state of the move that is running, or of the last one; null if its result was closed. */
  moveState: message({ from: ['options', 'history'], request: nothing, handle: () => mover.state() }),

  cancelMove: message({ from: ['options'], request: nothing, handle: () => mover.cancel() }),

  /** Removes the result of a move that has ended. */
  closeMove: message({
    from: ['options'],
    request: nothing,
    async handle() {
      await mover.close();
      return null;
    },
  }),
});
