import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fromJSONSchema } from 'zod/v4';
import { createRoutes } from './app.ts';
import { answerOf, start, testApp } from '../../tests/support/service/test-app.ts';
import { versions } from './versions.ts';

const methodsSchema = z.record(z.string(), z.looseObject({ summary: z.string() }));
const schema = z.custom<Parameters<typeof fromJSONSchema>[0]>();
const content = z.object({ 'application/json': z.object({ schema }) });
const responses = z.object({ 200: z.object({ content }) });
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), methodsSchema),
});

const read = async (call: Awaited<ReturnType<typeof testApp>>['call']) =>
  documentSchema.parse(await (await call('/openapi.json')).json());

test('the document describes every route, and no other', async () => {
  const { deps, call } = await testApp();
  const { paths } = await read(call);
  const describedRoutes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const pages = ['GET /', 'GET /openapi.json', 'GET /robots.txt'];
  const routes = createRoutes(deps)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{.*\})?/g, '{$1}')}`)
    .filter((route) => !pages.includes(route));
  expect(describedRoutes.toSorted()).toEqual([...new Set(routes)].toSorted());
});

/** What a client needs of a schema to check an answer with it: zod reads what zod has written. */
test.each(versions)('answers below $base are as the document says', async (version) => {
  const { call, shorten, token, getToken, add } = await testApp({ version });
  const { paths } = await read(call);
  const schemaOf = (path: string, method: string) => {
    const described = responses.parse(paths[version.base + path]?.[method]?.['responses']);
    return fromJSONSchema(described[200].content['application/json'].schema);
  };
  const id = await shorten('https://example.com/');
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' };
  const manage = async (method: string, path: string, body?: string) =>
    answerOf(await call(version.base + version.linksPath + path, { method, headers, ...(body && { body }) }));

  const ofLink = `${version.linksPath}/{linkID}`;
  const added = await add({ link: 'https://example.com/', validity: start + 9, limit: 2 }, await token());
  const answers: [string, string, object][] = [
    [version.paths.token, 'get', await answerOf(await getToken())],
    [version.paths.add, 'post', await answerOf(added)],
    [version.paths.time, 'get', await answerOf(await call(`${version.base}/time`))],
    [version.linksPath, 'get', await manage('GET', '')],
    [ofLink, 'get', await manage('GET', `/${id}`)],
    [ofLink, 'patch', await manage('PATCH', `/${id}`, `{ "validity": ${start + 9} }`)],
    [ofLink, 'delete', await manage('DELETE', `/${id}`)],
  ];
  for (const [path, method, answer] of answers) {
    expect(answer).toMatchObject({ code: 200 });
    expect(schemaOf(path, method).safeParse(answer), `${method} ${path}`).toMatchObject({ success: true });
  }
});
