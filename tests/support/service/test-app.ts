import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { addData, envelope, linkIdOrAddressIn, tokenData } from '../../../lib/api/contract.ts';
import { createApp } from '../../../server/api/app.ts';
import { type Configuration, defaultConfiguration } from '../../../server/config/configuration.ts';
import type { AppDeps } from '../../../server/deps.ts';
import {
  createApplication,
  type ApplicationOptions,
  type Credentials,
} from '../../../server/api/credentials.ts';
import { noGrayscale } from '../../../server/api/grayscale.ts';
import { randomLinkId } from '../../../server/store/identifiers.ts';
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts';
import { v3, type Version } from '../../../server/api/versions.ts';

export const host = '127.0.0.1:8404';

/** The service's time at the start of every test, in Unix seconds. */
export const start = 1_800_000_000;

/** A folder that is deleted after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface TestSettings extends Partial<Omit<AppDeps, 'configuration'>>, Partial<Omit<Configuration, 'log'>> {
  application?: ApplicationOptions;
  /** The version of the contract in which requests are sent. */
  version?: Version;
}

/**
 * The app on a new store with one application, a clock that the test sets, and requests in the form in which the extension
 * sends them.
 */
export async function testApp({ application, version = v3, ...settings }: TestSettings = {}) {
  const clock = { seconds: start };
  const folder = temporaryFolder();
  const store = await openSqliteStore(folder);
  onTestFinished(() => store.close());
  const reported: Error[] = [];
  const logged: string[] = [];
  const deps: AppDeps = {
    configuration: {
      ...defaultConfiguration,
      countOpens: settings.countOpen !== undefined,
      ...settings,
      log: 'text',
    },
    store,
    musicFolder: folder,
    grayscaleTimes: noGrayscale,
    allowedHosts: new Set([host]),
    now: () => clock.seconds * 1000,
    makeId: () => randomLinkId(10, 'base62'),
    report: (error) => reported.push(error as Error),
    log: { info: () => undefined, notice: (line) => logged.push(line), error: () => undefined },
    ...settings,
  };
  const app = createApp(deps);
  const credentials = await createApplication(store, application);

  const call = async (path: string, init: RequestInit = {}, client = '127.0.0.1') =>
    app.fetch(
      new Request(`http://${host}${path}`, { ...init, headers: { host, ...headersOf(init) } }),
      client,
    );

  const getToken = (sent: Credentials = credentials, client?: string) => {
    const basic = Buffer.from(`${sent.secretId}:${sent.secretKey}`).toString('base64');
    return call(version.base + version.paths.token, { headers: { authorization: `Basic ${basic}` } }, client);
  };

  const token = async () => tokenData.parse((await answerOf(await getToken())).data).token;

  const add = (body: unknown, bearer: string, init: RequestInit = {}) =>
    call(version.base + version.paths.add, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: { ...jsonHeaders, authorization: `Bearer ${bearer}`, ...headersOf(init) },
    });

  /** Creates a short link and returns its identifier: this service never answers with a whole address. */
  const shorten = async (link: string, validity = start + 60) =>
    linkIdOrAddressIn(addData.parse((await answerOf(await add({ link, validity }, await token()))).data));

  return {
    app,
    deps,
    store,
    folder,
    clock,
    reported,
    logged,
    credentials,
    call,
    getToken,
    token,
    add,
    shorten,
  };
}

/** The envelope of a response, checked against the contract. */
export async function answerOf(response: Response) {
  return envelope.parse(await response.json());
}

/** As in the documented sample of Add, the two credential headers are present and empty. */
const jsonHeaders = { 'content-type': 'application/json', secretid: '', secretkey: '' };

function headersOf(init: RequestInit): Record<string, string> {
  return z.record(z.string(), z.string()).parse(init.headers ?? {});
}
