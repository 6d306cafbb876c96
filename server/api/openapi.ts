import * as z from 'zod/mini';
import { addData, addRequest, envelope, operations } from '../../lib/api/contract.ts';
import {
  changeRequest,
  addOptions,
  features,
  linkData,
  linkDataV31,
  listData,
  listDataV31,
  listLimit,
} from '../../lib/api/links/contract.ts';
import { musicData } from '../../lib/music/contract.ts';
import { type Version, versions } from './versions.ts';

type Schema = z.ZodMiniType;

/** An operation of the service, as the document describes it. */
interface Described {
  summary: string;
  data: Schema;
  body?: Schema;
  query?: Readonly<Record<string, Schema>>;
  security?: readonly object[];
}

/** What an operation requires: a token, or a SecretID with its SecretKey. */
const token = [{ token: [] }];
const credentials = [{ secretId: [], secretKey: [] }, { basic: [] }];

const division = z.object({ code: z.string(), name: z.string() });

/** The operations of a version by path and method, with the additions of this service: `features`, `limit` and `ending`. */
function operationsOf({ paths, linksPath, linkField }: Version): Record<string, Record<string, Described>> {
  const [data, list] = linkField === 'linkID' ? [linkData, listData] : [linkDataV31, listDataV31];
  return {
    [paths.token]: {
      get: {
        summary:
          'Get token: valid for an hour. `features` says what this service can do beyond the documented operations.',
        data: z.extend(operations.token.data, { features }),
        security: credentials,
      },
    },
    [paths.add]: {
      post: {
        summary: 'Add: create a short link that expires at `validity` (Unix seconds).',
        data: addData,
        body: z.extend(addRequest, addOptions().shape),
        security: token,
      },
    },
    [paths.time]: {
      get: { summary: 'Current time, in Unix seconds with a fraction.', data: operations.time.data },
    },
    [paths.music]: {
      get: { summary: '404 music: the tracks for pages that do not exist.', data: musicData },
    },
    [paths.grayscale]: {
      get: {
        summary: 'Grayscale filter: the days on which pages are gray.',
        data: operations.grayscale.data,
      },
    },
    [paths.divisions]: {
      get: {
        summary: 'Get administrative divisions.',
        data: z.object({ list: z.nullable(z.array(division)) }),
        query: { code: z.optional(z.string()) },
      },
    },
    [linksPath]: {
      get: {
        summary: 'List: the links of the application, in the order of their identifiers.',
        data: list,
        query: { after: z.optional(z.string()), limit: z.optional(listLimit) },
        security: token,
      },
    },
    [`${linksPath}/{linkID}`]: {
      get: { summary: 'Read: also for a week after the link expired.', data, security: token },
      patch: {
        summary: 'Change: a new time, which also revives an expired link, or a new address.',
        data,
        body: changeRequest,
        security: token,
      },
      delete: {
        summary: 'Delete: the link expires now.',
        data: z.object({ [linkField]: z.string() }),
        security: token,
      },
    },
  };
}

const schemaOf = (schema: Schema) => {
  return { ...z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), $schema: undefined };
};

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const json = (schema: Schema) => ({ content: { 'application/json': { schema: schemaOf(schema) } } });

const operation = (path: string, { summary, data, body, query = {}, security }: Described) => ({
  summary,
  parameters: [
    ...(path.includes('{linkID}') ? [inPath('linkID')] : []),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema: schemaOf(schema) })),
  ],
  requestBody: body && { required: true, ...json(body) },
  security,
  responses: {
    200: {
      description:
        'A success has code 200; every failure has another code, a message, and the same HTTP status.',
      ...json(z.extend(envelope, { data: z.nullable(data) })),
    },
  },
});

const pathsOf = (version: Version) =>
  Object.entries(operationsOf(version)).map(([path, methods]) => {
    const described = Object.entries(methods).map(([method, each]) => [method, operation(path, each)]);
    return [version.base + path, Object.fromEntries(described) as object] as const;
  });

const redirect = { description: 'The address that the short link leads to.' };
const follow = {
  '/{linkID}': {
    get: {
      summary:
        'Follow a short link. One with a limit answers with a page; `+` at its end shows where it leads. Slashes, punctuation and spaces at its end are left out.',
      parameters: [inPath('linkID')],
      responses: {
        302: redirect,
        200: { description: 'The page of a link with a limit, or where a link leads.' },
        404: { description: 'No such link: a page, or for programs an envelope with code 804.' },
        410: {
          description: 'The same for a link that expired or was removed in the last week, or is used up.',
        },
      },
    },
    post: {
      summary: 'Open a link with a limit, from its own page.',
      parameters: [inPath('linkID')],
      responses: {
        303: redirect,
        404: { description: 'No such link.' },
        410: { description: 'It has been opened as often as it could be.' },
      },
    },
  },
  '/music/{file}': {
    get: {
      summary: 'A track or a cover of 404 music.',
      parameters: [inPath('file')],
      responses: { 200: { description: 'The file.' }, 404: { description: 'No such file.' } },
    },
  },
};

/** The service's OpenAPI document. Its schemas are those with which requests and answers are checked. */
export const openApiDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Short links that expire',
    version: '3',
    description: 'Every operation below /v3 and /v3.1 answers under HTTP 200 with `{ code, data, msg }`.',
  },
  // Relative to the address of this document.
  servers: [{ url: '/' }],
  paths: Object.fromEntries([...versions.flatMap(pathsOf), ...Object.entries(follow)]),
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      secretId: { type: 'apiKey', in: 'header', name: 'SecretID' },
      secretKey: { type: 'apiKey', in: 'header', name: 'SecretKey' },
    },
  },
};
