import * as z from 'zod/mini';
import { probedOperation } from '../api/contract.ts';
import type { Service } from '../connection/service.ts';
import { loggedErrors } from '../errors/error-log.ts';
import { message, nothing } from '../messaging/message.ts';
import { attemptKey, ofConnection } from '../shortening/request.ts';
import type { Shortener } from '../shortening/shortening.ts';

export const diagnosticMessages = (service: Service, shortener: Shortener) => ({
  /** Calls this operation of a connection once; null if the connection cannot be read. */
  probe: message({
    from: ['options'],
    request: () => z.extend(ofConnection(), { operation: probedOperation }),
    handle: ({ operation, connection }) => service.probe(operation, connection),
  }),

  /** Checks what the short link of this attempt shows; null if there is none. */
  checkShortLink: message({
    from: ['options'],
    request: attemptKey,
    async handle(request) {
      const attempt = await shortener.findAttempt(request.id, request.private);
      const { account, shortLink, isWholeAddress } = attempt ?? {};
      const connection = account === undefined ? null : await service.connection(account);
      return shortLink && connection ? connection.checkShortLink({ shortLink, isWholeAddress }) : null;
    },
  }),

  /** The errors of the background that the code did not expect. */
  loggedErrors: message({
    from: ['options'],
    request: nothing,
    handle: () => Promise.resolve(loggedErrors()),
  }),
});
