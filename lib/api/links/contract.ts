import * as z from 'zod/mini';
import { endingPattern, maxOpenLimit } from '../../url/contract.ts';
import { noExpiry } from '../../validity/contract.ts';
import { addRequest, linkId } from '../contract.ts';

// An optional part of the service's API: what an application can do with the links that it has created. It is not in the
// contract of the documented operations, so that the extension's pages do not carry it.

/** What a service may be able to do, as Get token announces it; `edit` only together with `manage`. */
export const feature = z.enum(['manage', 'edit', 'opens', 'limit', 'ending']);

export type Feature = z.infer<typeof feature>;

/** `features` in the data of Get token. */
export const features = z.array(feature);

/** The features in what a service announces: unknown names are ignored, and a list that is missing or malformed is empty. */
export const knownFeatures = (announced: unknown): Feature[] =>
  Array.isArray(announced) ? feature.options.filter((name) => announced.includes(name)) : [];

/** Where the links of an application are below a service address: of v3, and of v3.1. */
export const linksPath = '/shortLink';
export const linksPathV31 = '/short_link';

/** Body of Change: what is missing stays as it is. */
export const changeRequest = /* @__PURE__ */ z.partial(addRequest);

/** How often a link with a limit can be opened: `limit` of Add. */
export const openLimit = z.lazy(() => z.int().check(z.minimum(1), z.maximum(maxOpenLimit)));

/** The identifier that a person chooses: `ending` of Add. */
export const ending = z.lazy(() => z.string().check(z.regex(endingPattern)));

/** What a request of Add may have besides, each at a service that announces it. */
export const addOptions = () => z.object({ limit: z.optional(openLimit), ending: z.optional(ending) });

export type AddOptions = z.infer<ReturnType<typeof addOptions>>;

/** The options that are set. */
export const definedOptions = ({ limit, ending }: AddOptions): AddOptions => ({
  ...(limit !== undefined && { limit }),
  ...(ending !== undefined && { ending }),
});

/** The features that a service has to announce for these options. */
export const requiredFeatures = (options: AddOptions): Feature[] =>
  (['limit', 'ending'] as const).filter((name) => options[name] !== undefined);

/** The most links in an answer of List. */
export const longestList = 500;

/** `limit` of List. */
export const listLimit = /* @__PURE__ */ z.int().check(z.minimum(1), z.maximum(longestList));

/** Unix seconds, as everywhere in this contract. */
const time = () => z.int().check(z.nonnegative(), z.maximum(noExpiry));

// The schemas of links are built when a service first answers with one, and not at every start of the background.
const linkFields = () => ({
  link: z.string(),
  /** When it expires, as `validity` of Add. */
  validity: time(),
  createdAt: time(),
  /** How often the link was opened, and the last day on which it was: a day of the calendar in UTC. */
  opens: z.optional(z.object({ count: z.int().check(z.nonnegative()), day: z.nullable(z.iso.date()) })),
  limit: z.optional(openLimit),
});

/** `data` of Read and Change. */
export const linkData = z.lazy(() => z.object({ linkID: linkId, ...linkFields() }));
export const linkDataV31 = z.lazy(() => z.object({ link_id: linkId, ...linkFields() }));

const listOf = <Link extends z.ZodMiniType>(link: Link) => z.array(link).check(z.maxLength(longestList));

/** `data` of List; `next` is what `after` of the next call has to be, or null at the end. */
export const listData = z.lazy(() => z.object({ list: listOf(linkData), next: z.nullable(linkId) }));
export const listDataV31 = z.lazy(() => z.object({ list: listOf(linkDataV31), next: z.nullable(linkId) }));
