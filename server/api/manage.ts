import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { linkId } from '../../lib/api/contract.ts';
import {
  feature,
  type features,
  type linkData,
  type linkDataV31,
  listLimit,
  longestList,
} from '../../lib/api/links/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { answerSuccess, ApiError, type Env, refuse } from './envelopes.ts';
import type { AppDeps } from '../deps.ts';
import { checkLink, checkSize, checkType, checkValidity, readBody } from './links.ts';
import { type LinkKey, type OwnedLink, StoreUnavailableError } from '../store/contract.ts';
import type { Version } from './versions.ts';

/** The features of this service, as Get token announces them. */
export function featuresOf({ configuration: { edit, countOpens } }: AppDeps): z.infer<typeof features> {
  const can: Record<z.infer<typeof feature>, boolean> = {
    manage: true,
    edit,
    opens: countOpens,
    limit: true,
    ending: true,
  };
  return feature.options.filter((name) => can[name]);
}

/**
 * Adds what an application can do with the links that it has created to the routes of a version. For other applications,
 * they do not exist. `authorize` finds out whose request it is, and counts it.
 */
export function addLinkRoutes(
  api: Hono<Env>,
  { store, allowedHosts, now, log, configuration: { edit, countOpens } }: AppDeps,
  authorize: MiddlewareHandler<Env>,
  version: Version,
): void {
  const seconds = () => now() / 1000;
  const path = `${version.linksPath}/:linkID`;

  const keyOf = (c: Context<Env>): LinkKey => {
    const id = linkId.safeParse(c.req.param('linkID'));
    if (!id.success) throw new ApiError('link-does-not-exist');
    return { id: id.data, secretId: c.get('application').secretId };
  };
  const answerLink = (c: Context<Env>, found: OwnedLink | undefined) => {
    if (!found) throw new ApiError('link-does-not-exist');
    return answerSuccess(c, dataOf(found, version, countOpens));
  };

  const audit = ({ id, secretId }: LinkKey, verb: 'changed' | 'may have changed') => {
    const sentence = `Application ${secretId} ${verb} where short link ${id} leads.`;
    log.notice(sentence, { application: secretId, linkID: id });
  };

  api.get(path, authorize, async (c) => answerLink(c, await store.readLink(keyOf(c), seconds())));

  api.patch(path, authorize, checkType, checkSize, async (c) => {
    const key = keyOf(c);
    const { link: newLink, validity } = await readBody(c);
    if (newLink === undefined && validity === undefined)
      throw new ApiError('missing-parameter', { data: {} });

    if (newLink !== undefined && !edit) throw new ApiError('permission-denied');
    const link = newLink === undefined ? undefined : checkLink(newLink, allowedHosts);
    const expiresAt = newExpiry(validity, version, seconds());

    try {
      const changed = await store.changeLink({ ...key, link, expiresAt }, seconds());
      if (changed && link !== undefined) audit(key, 'changed');
      return answerLink(c, changed);
    } catch (error) {
      const isUncertain = error instanceof StoreUnavailableError && error.isUncertain;
      if (isUncertain && link !== undefined) audit(key, 'may have changed');
      throw error;
    }
  });

  api.delete(path, authorize, async (c) => {
    const key = keyOf(c);
    if (!(await store.deleteLink(key, seconds()))) throw new ApiError('link-does-not-exist');
    return answerSuccess(c, { [version.linkField]: key.id });
  });

  api.get(version.linksPath, authorize, async (c) => {
    const { after = '', limit } = listQuery.parse(c.req.query());
    const pageSize = limit === undefined ? longestList : Number(limit);
    if ((after !== '' && !linkId.safeParse(after).success) || !listLimit.safeParse(pageSize).success)
      throw new ApiError('bad-request');

    const { secretId } = c.get('application');
    const links = await store.listOwnLinks(secretId, { after, pageSize: pageSize + 1 }, seconds());
    const list = links.slice(0, pageSize);
    const next = links.length > pageSize ? (list.at(-1)?.id ?? null) : null;
    return answerSuccess(c, { list: list.map((link) => dataOf(link, version, countOpens)), next });
  });

  for (const each of [version.linksPath, path]) api.all(each, refuse('method-not-allowed'));
}

/** The Unix second at which a changed link expires; undefined if that stays as it is. Throws ApiError: Validity Invalid. */
function newExpiry(validity: unknown, { isValidityOptional }: Version, now: number): number | undefined {
  if (validity === undefined) return undefined;
  if (validity === null && isValidityOptional) return noExpiry;
  return checkValidity(validity, now);
}

const listQuery = z.object({ after: z.optional(z.string()), limit: z.optional(z.string()) });

function dataOf(
  { id, link, expiresAt, createdAt, maxOpens, opens, openedOn }: OwnedLink,
  version: Version,
  showsOpens: boolean,
): z.infer<typeof linkData> | z.infer<typeof linkDataV31> {
  const day = openedOn === null ? null : new Date(openedOn * 86_400_000).toISOString().slice(0, 10);
  const fields = {
    link,
    validity: expiresAt,
    createdAt,
    ...((showsOpens || maxOpens !== null) && { opens: { count: opens, day } }),
    ...(maxOpens !== null && { limit: maxOpens }),
  };
  return version.linkField === 'linkID' ? { linkID: id, ...fields } : { link_id: id, ...fields };
}
