import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The sentences of PRIVACY.md, without what marks lists, links and bold words. */
const sentences = read('PRIVACY.md')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) =>
    line
      .replace(/^- /, '')
      .replace(/\*\*/g, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  )
  .flatMap((line) => line.split(/(?<=[.!?]) (?=[A-Z“])/));

/** The rows of the table: a sentence, and the tests that hold it or the reason why none does. */
const rows = read('docs/privacy-evidence.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (sentence|-)/.test(line))
  .map((line) => {
    const [, sentence = '', evidence = ''] = line.split(/ *(?<!\\)\| */);
    return { sentence, evidence };
  });

const references = rows.flatMap(({ evidence }) =>
  evidence.startsWith('not tested: ') ? [] : evidence.split('<br>').map((each) => each.trim()),
);

/** Whether a reference names a file and a test in it that is not left out. */
const isHeld = (reference: string): boolean => {
  const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(reference) ?? [];
  if (!existsSync(join(root, file)) || name === '') return false;
  const [before = '', after] = read(file).split(`'${name}'`);
  return after !== undefined && !/\.(skip|todo)(\.each\([^]*?\))?\(\s*$/.test(before);
};

describe('the privacy page', () => {
  it('has evidence for each of its sentences, and for no others', () => {
    expect(rows.map(({ sentence }) => sentence)).toEqual(sentences);
  });

  it('names tests that exist', () => {
    expect(references.length).toBeGreaterThan(sentences.length / 2);
    expect(references.filter((each) => !isHeld(each))).toEqual([]);
  });

  it('has the words of the interface', () => {
    expect(sentences.join(' ')).not.toMatch(/\b(make|makes|ends?|until|lives?|forget|gives? back)\b/i);
  });
});

const sources = ['lib', 'entrypoints', 'components'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/test/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: read(join(folder, name)) })),
);
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('the sources of the extension', () => {
  it('send requests in these modules only', () => {
    const calls =
      /\bfetch\(|\bky\.|XMLHttpRequest|WebSocket|EventSource|WebTransport|RTCPeer|sendBeacon|new Image\b|audio\.src =/;
    expect(filesWith(calls).toSorted()).toEqual([
      'lib/api/transport.ts',
      'lib/browser/asset.ts',
      'lib/connection/follow.ts',
      'lib/music/audio-fetch.ts',
      'lib/music/audio-source.ts',
      'lib/music/covers.ts',
    ]);
  });

  it('store values on disk under these names only', () => {
    const keys = sources.flatMap(({ text }) =>
      [...text.matchAll(/\blocalItem\(\s*('[^']+'|\w+)/g)].map(([, key]) => key),
    );
    expect(keys.toSorted()).toEqual([
      "'history'",
      "'playback'",
      "'recent-attempts'",
      "'reminded-until'",
      'grayscaleKey',
    ]);
    expect(filesWith(/\bwriteLocal\(/)).toEqual(['lib/settings/settings.ts']);
    const databases = filesWith(/\bopenDB\b|indexedDB\.open/);
    expect(databases.toSorted()).toEqual([
      'lib/connection/account.ts',
      'lib/history/database.ts',
      'lib/history/is-in-history.ts',
      'lib/storage/background-area.ts',
    ]);
    const others = /\blocalStorage\b|document\.cookie|\bcaches\.|storage\.sync|getDirectory\(/;
    expect(filesWith(others)).toEqual([]);
  });

  it('store token, track list and the links of private windows in memory only', () => {
    const keys = sources.flatMap(({ text }) =>
      [...text.matchAll(/\bsessionItem\('([^']+)'/g)].map(([, key]) => key),
    );
    for (const key of ['token', 'tracks', 'private-attempts', 'private-sites-off', 'outcomes'])
      expect(keys).toContain(key);
  });
});
