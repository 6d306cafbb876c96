import * as z from 'zod/mini';
import { createLinkReader, createLinkLoader, type LinkLoaderDeps } from '../../lib/managing/link-loader.ts';
import { createLinkChanger } from '../../lib/managing/link-changer.ts';
import { changeRequest, loadRequest } from '../../lib/managing/request.ts';
import { message } from '../../lib/messaging/message.ts';
import { attemptKey, ofConnection } from '../../lib/shortening/request.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import type { Service } from '../../lib/connection/service.ts';

/** The most links whose opens a page asks for at once: those in sight. */
const maxRefreshed = 200;

/** Links that were created: changing them, and what the service knows of them. */
export const startLinks = (
  service: Service,
  {
    journals,
    refreshedAt,
    recover,
  }: Pick<LinkLoaderDeps, 'journals' | 'refreshedAt'> & Pick<Shortener, 'recover'>,
) => {
  const { connection } = service;
  const changer = createLinkChanger({ connection, journals, recover, settings: readSettingsOrDefaults });
  const loader = createLinkLoader({ connection, journals, refreshedAt });
  return {
    changer,
    read: createLinkReader({ connection, journals }),
    messages: {
      /** Where the short links are that a connection creates, such as "https://s.example"; null without one. */
      shortOrigin: message({
        from: ['popup'],
        request: ofConnection,
        handle: async (request) => (await connection(request.connection))?.shortOrigin ?? null,
      }),

      /** Changes the link of an attempt at the service. */
      changeLink: message({
        from: ['popup', 'history'],
        request: changeRequest,
        handle: changer.change,
      }),

      /** Deletes a link that was just created, or only removes it from the history. */
      undo: message({ from: ['popup'], request: attemptKey, handle: changer.undo }),

      /** Reads how often these links were opened, at most once a minute; the history announces what has changed. */
      refreshLinks: message({
        from: ['history'],
        request: z.object({ ids: z.array(z.string()).check(z.maxLength(maxRefreshed)) }),
        async handle({ ids }) {
          const { connections } = await readSettingsOrDefaults();
          const counting = connections.filter(
            ({ features }) => features.includes('manage') && features.includes('opens'),
          );
          await Promise.all(counting.map(({ id }) => loader.refresh(id, ids)));
        },
      }),

      /** Adds links of an account that were created elsewhere to the history, one page of the service's list. */
      loadLinks: message({ from: ['history'], request: loadRequest, handle: loader.load }),
    },
  };
};
