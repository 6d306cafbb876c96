import * as z from 'zod/mini';
import type { Service } from '../connection/service.ts';
import { message } from '../messaging/message.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { attemptKey, ofConnection } from '../shortening/request.ts';
import type { LinkChanger } from './link-changer.ts';
import type { LinkLoader } from './link-loader.ts';
import { changeRequest } from './request.ts';

/** The most links whose opens a page asks for at once: those in sight. */
const maxRefreshed = 200;

/** Links that were created: changing them, and what the service knows of them. */
export const managingMessages = (service: Service, changer: LinkChanger, loader: LinkLoader) => ({
  /** Where the short links are that a connection creates, such as "https://s.example"; null without one. */
  shortOrigin: message({
    from: ['popup', 'batch'],
    request: ofConnection,
    handle: async (request) => (await service.connection(request.connection))?.shortOrigin ?? null,
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
    request: () => z.object({ ids: z.array(z.string()).check(z.maxLength(maxRefreshed)) }),
    async handle({ ids }) {
      const { connections } = await readSettingsOrDefaults();
      const counting = connections.filter(
        ({ features }) => features.includes('manage') && features.includes('opens'),
      );
      await Promise.all(counting.map(({ id }) => loader.refresh(id, ids)));
      return null;
    },
  }),
});
