import * as z from 'zod/mini';
import { linkId, suffixV31 } from '../contract.ts';
import { repeatsSecret } from '../credentials.ts';
import { ServiceError } from '../errors.ts';
import { type AccountCall, exchange } from '../operations.ts';
import type { Transport } from '../transport.ts';
import {
  type changeRequest,
  linkData,
  linkDataV31,
  linksPath,
  linksPathV31,
  listData,
  listDataV31,
} from './contract.ts';

// What an application can do with the links that it has created, at a service that announces it: see contract.ts.

/** A link as the service has it; times in Unix seconds. */
export interface ServiceLink {
  linkId: string;
  link: string;
  expiresAt: number;
  createdAt: number;
  opens?: { count: number; day: string | null } | undefined;
  limit?: number | undefined;
}

interface TokenCall extends AccountCall {
  token: string;
}

interface LinkCall extends TokenCall {
  linkId: string;
}

type LinkData = z.infer<typeof linkData> | z.infer<typeof linkDataV31>;

const linkOf = (data: LinkData): ServiceLink => {
  const { link, validity: expiresAt, createdAt, opens, limit } = data;
  return { linkId: 'linkID' in data ? data.linkID : data.link_id, link, expiresAt, createdAt, opens, limit };
};

const isV31 = ({ account }: AccountCall): boolean => account.address.endsWith(suffixV31);

/** The path of one link, or of all if the call names none. */
const linkPath = (call: AccountCall & { linkId?: string }): string => {
  const path = isV31(call) ? linksPathV31 : linksPath;
  return call.linkId === undefined ? path : `${path}/${call.linkId}`;
};

/** The same address may be written in several ways. */
const isSameAddress = (one: string, other: string): boolean =>
  URL.parse(one)?.href === URL.parse(other)?.href;

/**
 * Returns the link of an answer. @throws ServiceError if it is another link, if it leads elsewhere than to `link`, or if its
 * address repeats a secret.
 */
const checkLink = (
  found: ServiceLink,
  { account, token, linkId, link = found.link }: LinkCall & { link?: string | undefined },
  hasEffect: boolean,
): ServiceLink => {
  const isExpected = found.linkId === linkId && isSameAddress(found.link, link);
  if (isExpected && !repeatsSecret(found.link, { account, token })) return found;
  const hadEffect = hasEffect ? 'maybe' : 'no';
  throw new ServiceError({ reason: 'unexpected-answer', hadEffect, service: account.address });
};

/** Read: a link as the service has it. */
export const getLink = async (transport: Transport, call: LinkCall): Promise<ServiceLink> => {
  const schema = isV31(call) ? linkDataV31 : linkData;
  const data = await exchange(transport, { ...call, schema, path: linkPath(call) });
  return checkLink(linkOf(data), call, false);
};

/** Change: what is missing stays as it is. The same call gives the same result, so that it can be repeated. */
export const changeLink = async (
  transport: Transport,
  { link, expiresAt, ...call }: LinkCall & { link?: string | undefined; expiresAt?: number | undefined },
): Promise<ServiceLink> => {
  const json: z.infer<typeof changeRequest> = {
    ...(link !== undefined && { link }),
    ...(expiresAt !== undefined && { validity: expiresAt }),
  };
  const data = await exchange(transport, {
    ...call,
    schema: isV31(call) ? linkDataV31 : linkData,
    path: linkPath(call),
    method: 'patch',
    json,
    hasEffect: true,
  });
  return checkLink(linkOf(data), { ...call, link }, true);
};

/** Delete: can be repeated like Change. */
export const deleteLink = async (transport: Transport, call: LinkCall): Promise<void> => {
  const path = linkPath(call);
  await exchange(transport, { ...call, schema: z.unknown(), path, method: 'delete', hasEffect: true });
};

/** List: links of the application by their identifiers, at most `limit`; `next` is the `after` of the next call, or null. */
export const listLinks = async (
  transport: Transport,
  { after, limit, ...call }: TokenCall & { after?: string | undefined; limit: number },
): Promise<{ links: ServiceLink[]; next: string | null }> => {
  const query = new URLSearchParams({ ...(after !== undefined && { after }), limit: String(limit) });
  const schema = isV31(call) ? listDataV31 : listData;
  const data = await exchange(transport, { ...call, schema, path: `${linkPath(call)}?${query}` });
  const links = data.list
    .map(linkOf)
    .filter(({ linkId, link }) => ![linkId, link].some((each) => repeatsSecret(each, call)));
  const { next } = data;
  // It stands in the address of the next call.
  if (next !== null && repeatsSecret(next, call))
    throw new ServiceError({ reason: 'unexpected-answer', hadEffect: 'no', service: call.account.address });
  return { links, next };
};

/** Whether a text can be the identifier of a link, and so stand in the path of a call. */
export const isLinkId = (text: string): boolean => linkId.safeParse(text).success;
