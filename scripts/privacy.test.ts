import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedValues } from '../lib/storage/values.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Compares PRIVACY.md with the sources. */
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
      'lib/browser/redirects.ts',
      'lib/browser/tracking.ts',
      'lib/connection/check-short-link.ts',
      'lib/music/audio-fetch.ts',
      'lib/music/audio-output.ts',
      'lib/music/covers.ts',
    ]);
  });

  it('store nothing but in the table of stored values and in these databases', () => {
    const databases = filesWith(/\bopenDB\b|indexedDB\.open/);
    expect(databases.toSorted()).toEqual([
      'lib/connection/account.ts',
      'lib/history/database.ts',
      'lib/storage/background-area.ts',
    ]);
    const others = /\blocalStorage\b|document\.cookie|\bcaches\.|storage\.sync|getDirectory\(/;
    expect(filesWith(others)).toEqual([]);
    // Browsers may write it to disk.
    expect(filesWith(/\bsessionStorage\b/)).toEqual([]);
  });

  it('store token, track list, the links of private windows, drafts and the view of the history in memory only', () => {
    for (const key of [
      'token',
      'track-list',
      'private-attempts',
      'private-digests',
      'private-jobs',
      'private-sites-off',
      'deliveries',
      'popup-draft',
      'history-view',
    ] as const)
      expect([key, storedValues[key].area]).toEqual([key, 'session']);
  });
});
