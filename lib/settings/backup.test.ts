import { schema, type Setting } from './schema.ts';
import { testInfo } from './test-helpers/connection-info.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialStyles, mapOperations } from '../api/contract.ts';
import { type Backup, type BackupProblem, largestBackup, readBackup, writeBackup } from './backup.ts';

const path = fc.string({ maxLength: 200 });
const site = fc.constantFrom('example.com', 'xn--mnchen-3ya.example', '127.0.0.1', '[::1]', 'intranet');

const anyValueOf = (setting: Setting): fc.Arbitrary<unknown> => {
  if (setting.kind === 'toggle') return fc.boolean();
  if (setting.kind === 'text')
    return fc.string({ maxLength: 900 }).map((words) => `{short} ${words.replaceAll('{', '')}`);
  return setting.kind === 'choice' ? fc.constantFrom(...setting.options) : fc.array(site);
};
const notInBackup = ['connections', 'lastValidity', 'lastCopyFormat'];
const inBackup = Object.entries<Setting>(schema).filter(([name]) => !notInBackup.includes(name));

/** Any file that a version up to this one may have written. */
const backup = fc.record(
  {
    settings: fc.record(Object.fromEntries(inBackup.map(([name, setting]) => [name, anyValueOf(setting)])), {
      requiredKeys: [],
    }),
    volume: fc.double({ min: 0, max: 1, noNaN: true }).map((volume) => volume + 0),
    connections: fc.array(
      fc.record(
        {
          name: fc.string({ maxLength: 60 }),
          hue: fc.constantFrom(1, 2, 3, 4, 5, 6),
          validity: fc.constantFrom('last', 'week'),
          address: fc.string(),
          template: fc.string(),
          advanced: fc.record({
            paths: fc.record(mapOperations(() => path)),
            credentials: fc.constantFrom('detect' as const, ...credentialStyles),
          }),
        },
        { requiredKeys: ['name', 'hue', 'address', 'template'] },
      ),
      { maxLength: 10 },
    ),
  },
  { requiredKeys: ['settings'] },
) as fc.Arbitrary<Backup>;

const whole: Backup = {
  settings: { copyAtOnce: false, sitesOff: ['example.com'] },
  volume: 0.5,
  connections: [{ name: 'Work', hue: 1, address: 'https://s.example/v3', template: '' }],
};
const fileOf = (changed: object): string =>
  JSON.stringify({ waylark: 'settings', version: 1, ...whole, ...changed });

describe('a settings file', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(backup, (each) => {
        expect(readBackup(writeBackup(each))).toEqual({ ok: true, backup: each });
      }),
    );
  });

  it('contains the fields of the schema, and no secret beside them', () => {
    const withSecrets = {
      settings: { ...whole.settings, connections: [testInfo()] },
      connections: (whole.connections ?? []).map((each) => ({
        ...each,
        secretId: 'canary-id',
        secretKey: 'canary',
      })),
    };
    const written = writeBackup(withSecrets);
    expect(written).not.toMatch(/canary|features/);
    expect(JSON.parse(written)).toMatchObject({ waylark: 'settings', version: 1 });
  });

  it.each<[string, BackupProblem]>([
    ['', { reason: 'not-json' }],
    ['{"waylark":"settings"', { reason: 'not-json' }],
    ['null', { reason: 'foreign' }],
    ['[]', { reason: 'foreign' }],
    ['{"theme":"dark"}', { reason: 'foreign' }],
    ['{"waylark":"history","version":1,"links":[]}', { reason: 'foreign' }],
    [fileOf({ version: '1' }), { reason: 'foreign' }],
    [fileOf({ version: 2, settings: 'of later' }), { reason: 'newer' }],
    [fileOf({ version: 0 }), { reason: 'wrong', field: 'version' }],
    [fileOf({ settings: undefined }), { reason: 'wrong', field: 'settings' }],
    [fileOf({ settings: { copyAtOnce: 'yes' } }), { reason: 'wrong', field: 'settings.copyAtOnce' }],
    [
      fileOf({ settings: { defaultValidity: 'century' } }),
      { reason: 'wrong', field: 'settings.defaultValidity' },
    ],
    ...['Example.com', 'a b', 'example.com:8080', 'https://example.com', ''].map(
      (each): [string, BackupProblem] => [
        fileOf({ settings: { sitesOff: [each] } }),
        { reason: 'wrong', field: 'settings.sitesOff.0' },
      ],
    ),
    [
      fileOf({ settings: { sitesOff: Array(2001).fill('example.com') } }),
      { reason: 'wrong', field: 'settings.sitesOff' },
    ],
    ...['{short} {titel}', 'https://elsewhere.example/'].map((copyTemplate): [string, BackupProblem] => [
      fileOf({ settings: { copyTemplate } }),
      { reason: 'wrong', field: 'settings.copyTemplate' },
    ]),
    [fileOf({ volume: 2 }), { reason: 'wrong', field: 'volume' }],
    [fileOf({ connections: [{ name: 'n'.repeat(61) }] }), { reason: 'wrong', field: 'connections.0.name' }],
    [
      fileOf({ connections: Array(11).fill(whole.connections?.[0]) }),
      { reason: 'wrong', field: 'connections' },
    ],
    [' '.repeat(largestBackup + 1), { reason: 'too-large' }],
  ])('is refused as a whole: %.60s', (content, problem) => {
    expect(readBackup(content)).toEqual({ ok: false, ...problem });
  });

  it('is accepted with a byte-order mark, and with unknown fields', () => {
    expect(readBackup(`\ufeff${fileOf({ later: 1 })}`)).toEqual({ ok: true, backup: whole });
  });
});
