import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failures } from '../lib/failures/contract.ts';
import { isPrivateHost } from './hosts.ts';
import { startService } from './service.ts';
import { temporaryFolder } from '../tests/support/service/test-app.ts';
import { otherVariables, readServiceConfiguration, variables } from './configuration.ts';

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

const files = ['docs/running-the-service.md', ...filesIn('deploy')];

test.each(files)('%s names variables that the service reads', (file) => {
  expect(unknownIn(file)).toEqual([]);
});

test('the service is not refused for the variables of the scripts and the tests', () => {
  const others = ['scripts', 'tests', '.github'].flatMap(filesIn);
  expect([...others, 'CONTRIBUTING.md', 'vitest.config.ts'].flatMap(unknownIn)).toEqual([]);
});

test('the environment of the compose file is a configuration', () => {
  const block = /\n {2}environment:\n((?: {4}.*\n)+)/.exec(textOf('deploy/compose.yaml'))?.[1] ?? '';
  const pairs = [...block.matchAll(/^ {4}(\w+): '?(.*?)'?$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  const environment = Object.fromEntries(pairs) as Record<string, string>;
  expect(Object.keys(environment).length).toBeGreaterThan(6);

  const configuration = readServiceConfiguration(
    {},
    {
      ...environment,
      WAYLARK_DATABASE_URL_FILE: '',
      WAYLARK_PUBLIC_ORIGIN: environment['WAYLARK_PUBLIC_ORIGIN']?.replace(/\$\{.*\}/, 's.example'),
    },
  );
  expect(configuration).toMatchObject({ 'public-origin': 'https://s.example', drain: 5, log: 'json' });
  expect(
    configuration['trusted-proxies'].map((range) => textOf('deploy/compose.yaml').split(range).length),
  ).toEqual([3]);
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
  const service = await startService({ data: temporaryFolder(), 'operation-port': 0 });
  onTestFinished(() => service.close());
  const metrics = await (await fetch(`http://127.0.0.1:${service.operationPort ?? 0}/metrics`)).text();
  const figures = [...alerts.matchAll(/\b(?:waylark|nodejs)_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  expect(figures.length).toBeGreaterThan(5);
  for (const figure of figures) expect(metrics).toContain(`# TYPE ${figure} `);
  const outcomes = [...alerts.matchAll(/outcome="([^"]*)"/g)].map(([, outcome]) => outcome);
  expect(Object.keys(failures)).toEqual(expect.arrayContaining(outcomes));
  const page = textOf('docs/running-the-service.md');
  for (const [, name = ''] of alerts.matchAll(/alert: Waylark(?:Instance|Process)?(\w+)/g))
    expect(page).toContain(name);
});

test('secrets and backups that the page of the operator writes are not taken into git', () => {
  expect(textOf('docs/running-the-service.md')).toMatch(/> secrets\/[^]*\/files\/waylark\.backup/);
  expect(textOf('deploy/.gitignore').split('\n')).toEqual(expect.arrayContaining(['secrets/', '*.backup']));
});
