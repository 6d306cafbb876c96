import { expect, it } from 'vitest';
import { notesOf, withVersion } from './changelog.ts';

const changelog =
  '# Changelog\n\n## Unreleased\n\n- Links can be sung.\n\n## 1.9.3 (2026-11-01)\n\n- The first.\n';

it('gives what is unreleased to a version', () => {
  const released = withVersion(changelog, '1.10.0', '2026-11-22');
  expect(released).toBe(changelog.replace('Unreleased\n', 'Unreleased\n\n## 1.10.0 (2026-11-22)\n'));
  expect(['1.10.0', '1.9.3', 'Unreleased', '1.1'].map((each) => notesOf(released, each))).toEqual([
    '- Links can be sung.',
    '- The first.',
    '',
    '',
  ]);
});

it.each(['# Changelog\n\n## 1.9.3 (2026-11-01)\n', withVersion(changelog, '2.0.0', '2026-11-22')])(
  'refuses a changelog without unreleased changes',
  (silent) => {
    expect(() => withVersion(silent, '2.0.1', '2026-11-23')).toThrow(/nothing under "Unreleased"/);
  },
);
