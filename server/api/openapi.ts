import * as z from 'zod/mini';
import {
  addData,
  addRequest,
  envelope,
  type Operation,
  operationNames,
  operations,
} from '../../lib/api/contract.ts';
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
  security?: 'credentials' | 'token';
}

const addBody = z.extend(addRequest, addOptions().shape);

/** The documented operations, with the additions of this service to their contract: `features`, `limit` and `ending`. */
const described: Readonly<Record<Operation | 'divisions', Described>> = {
  token: {
    summary:
      'Get token: valid for an hour. `features` says what this service can do beyond the documented operations.',
    data: z.extend(operations.token.data, { features }),
    security: 'credentials',
  },
  add: {
    summary: 'Add: create a short link that expires at `validity` (Unix seconds).',
    data: addData,
    body: addBody,
    security: 'token',
  },
  time: { summary: 'Current time, in Unix seconds with a fraction.', data: operations.time.data },
  music: { summary: '404 music: the tracks for pages that do not exist.', data: musicData },
  grayscale: {
    summary: 'Grayscale filter: the days on which pages are gray.',
    data: operations.grayscale.data,
  },
  divisions: {
    summary: 'Get administrative divisions.',
    data: z.object({ list: z.nullable(z.array(z.object({ code: z.string(), name: z.string() }))) }),
    query: { code: z.optional(z.string()) },
  },
};

/** The operations of an application on its links, by path and method. */
function linkOperations(version: Version): Record<string, Record<string, Described>> {
  const isV3 = version.linkField === 'linkID';
  const [data, list] = isV3 ? [linkData, listData] : [linkDataV31, listDataV31];
  const security = 'token';
  return {
    '': {
      get: {
        summary: 'List: the links of the application, in the order of their identifiers.',
        data: list,
        query: { after: z.optional(z.string()), limit: z.optional(listLimit) },
        security,
      },
    },
    '/{linkID}': {
      get: { summary: 'Read: also for a week after the link expired.', data, security },
      patch: {
        summary: 'Change: a new time, which also revives an expired link, or a new address.',
        data,
        body: changeRequest,
        security,
      },
      delete: {
        summary: 'Delete: the link expires now.',
        data: z.object({ [version.linkField]: z.string() }),
        security,
      },
    },
  };
}

const schemaOf = (schema: Schema) => {
  return { ...z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), $schema: undefined };
};

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const json = (schema: Schema) => ({ content: { 'application/json': { schema: schemaOf(schema) } } });

function operation({ summary, data, body, query = {}, security }: Described, path = '') {
  const parameters = [
    ...(path.includes('{linkID}') ? [inPath('linkID')] : []),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema: schemaOf(schema) })),
  ];
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(body) } }),
    ...(security === 'token' && { security: [{ token: [] }] }),
    ...(security === 'credentials' && { security: [{ secretId: [], secretKey: [] }, { basic: [] }] }),
    responses: {
      200: {
        description:
          'A success has code 200; every failure has another code, a message, and the same HTTP status.',
        ...json(z.extend(envelope, { data: z.nullable(data) })),
      },
    },
  };
}

function pathsOf(version: Version): [path: string, methods: object][] {
  const { base, paths, linksPath } = version;
  const documented = ([...operationNames, 'divisions'] as const).map((name): [string, object] => {
    const method = described[name].body ? 'post' : 'get';
    return [base + paths[name], { [method]: operation(described[name]) }];
  });
  const ofLinks = Object.entries(linkOperations(version)).map(([path, methods]): [string, object] => {
    const operationsOfPath = Object.entries(methods).map(([method, each]) => [method, operation(each, path)]);
    return [base + linksPath + path, Object.fromEntries(operationsOfPath) as object];
  });
  return [...documented, ...ofLinks];
}

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
