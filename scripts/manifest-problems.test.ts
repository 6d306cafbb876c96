import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { manifestProblems } from './manifest-problems.ts';
import { readZip } from './zip-entries.ts';

const manifest = {
  manifest_version: 3,
  version: '0.1.0',
  name: '__MSG_name__',
  description: 'Short links',
  default_locale: 'en',
  icons: { 16: 'icons/16.png' },
  background: { service_worker: 'background.js' },
  action: { default_popup: 'popup.html' },
  options_ui: { page: 'options.html' },
  permissions: ['storage'],
  optional_permissions: [],
};
const others = ['icons/16.png', 'background.js', 'popup.html', 'options.html'];

const filesFor = (change: object, messages: object = { name: { message: 'Waylark' } }) =>
  new Map([
    ...others.map((name): [string, Buffer] => [name, Buffer.from('')]),
    ['_locales/en/messages.json', Buffer.from(JSON.stringify(messages))],
    ['manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...change }))],
  ]);

describe('the manifest of a package', () => {
  it.each<[string, object, RegExp | null]>([
    ['edge', {}, null],
    ['safari', {}, null],
    ['edge', { permissions: ['offscreen'], minimum_chrome_version: '126' }, null],
    ['edge', { manifest_version: 2 }, /^manifest_version/],
    ['edge', { version: '1.0-beta' }, /^version/],
    ['edge', { icons: { 16: 'other.png' } }, /^other.png is not in the package$/],
    ['edge', { storage: { managed_schema: 'schema.json' } }, /^schema.json is not in the package$/],
    ['edge', { description: 'x'.repeat(133) }, /^its description is longer/],
    ['edge', { name: '__MSG_other__' }, /^its name has no text$/],
    ['edge', { default_locale: 'de' }, /^there are no texts for de$/],
    ['safari', { permissions: ['offscreen'] }, /^Safari does not know offscreen$/],
    ['safari', { minimum_chrome_version: '126' }, /^Safari does not know minimum_chrome_version$/],
  ])('%s %j', (browser, change, problem) => {
    const problems = manifestProblems({ browser, files: filesFor(change) });
    expect(problems).toEqual(problem ? [expect.stringMatching(problem)] : []);
  });

  it('has to be there', () => {
    expect(manifestProblems({ browser: 'edge', files: new Map() })).toEqual(['there is no manifest.json']);
  });
});

/** A zip of one file. */
const zipOf = (name: string, content: Buffer, packed = true): Buffer => {
  const data = packed ? deflateRawSync(content) : content;
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(name.length, 26);
  header.write(name, 30);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(packed ? 8 : 0, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(header.length + data.length, 16);
  return Buffer.concat([header, data, entry, end]);
};

describe('a zip', () => {
  it.each([true, false])('is read, its file packed or not: %s', (packed) => {
    const content = Buffer.from('a text '.repeat(100));
    expect(readZip(zipOf('a/b.txt', content, packed))).toEqual(new Map([['a/b.txt', content]]));
  });

  it('that is none is refused', () => {
    expect(() => readZip(Buffer.from('no zip'))).toThrow('no zip');
  });
});
