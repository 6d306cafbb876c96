import { describe, expect, it } from 'vitest';
import { manifestProblems } from './manifest-problems.ts';

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

  it('is required', () => {
    expect(manifestProblems({ browser: 'edge', files: new Map() })).toEqual(['there is no manifest.json']);
  });
});
