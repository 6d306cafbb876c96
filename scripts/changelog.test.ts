import { expect, it } from 'vitest';
import { isNext, notesOf, withVersion } from './changelog.ts';

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

it('takes only a version that is next', () => {
  const versions = ['1.9.4', '1.10.0', '2.0.0', '1.9.3', '1.9.5', '1.10.1', '2.1.0', '3.0.0', '1.8.0'];
  expect(versions.filter((each) => isNext(each, '1.9.3'))).toEqual(['1.9.4', '1.10.0', '2.0.0']);
});
