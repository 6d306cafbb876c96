/** What people rely on in documents and in the texts of store/: what they name exists, and the stores' forms take the texts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Language } from './languages.mjs';
import { fieldsOf, listedLanguages } from '../pictures/store.ts';
import { catalogOf } from '../tests/support/browsers/texts.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const documents = ['.', '.github', 'deploy/patroni', 'docs', 'server', 'store'].flatMap(markdownIn);

/** Our own folders: a path that begins with one of them and stands in backticks is a file or a folder of ours. */
const ours =
  /`((?:components|docs|entrypoints|lib|lint-rules|pictures|public|scripts|server|store|tests)\/[^`\s]*)`/g;

/** Relative targets of links, without an anchor; above the repository are GitHub's own pages of it, such as its releases. */
const links = /\]\((?!https?:|#|\.\.\/\.\.\/)([^)#\s]+)(?:#[^)]*)?\)/g;

/** Targets of links with an anchor: the file, which is empty for the document itself, and the anchor. */
const anchors = /\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g;

/** Pictures that are not Markdown's own. */
const pictures = /<img[^>]* src="(?!https?:)([^"]+)"/g;

/** `public/_locales/*` names what is in a folder, and `<code>` is a placeholder: the folder has to exist. */
const withoutPattern = (path: string): string => path.replace(/[^/]*[*<«].*$/, '');

/** The anchors that GitHub gives to the headings of a document. */
function headingsOf(document: string): string[] {
  const prose = read(document).replaceAll(/^```[^]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(documents)('%s names files that exist', (document) => {
  const text = read(document);
  const linked = [...text.matchAll(links), ...text.matchAll(pictures)].map(([, target = '']) => target);
  const named = [...text.matchAll(ours)].map(([, path = '']) => withoutPattern(path));
  const exists = (...path: string[]) => existsSync(join(root, ...path));
  const missing = [
    ...linked.filter((target) => !exists(dirname(document), target)),
    // store/README.md names those of its own folder.
    ...named.filter((path) => !exists(path) && !exists(dirname(document), path)),
  ];
  expect(missing).toEqual([]);
});

it.each(documents)('%s links to headings that exist', (document) => {
  const linked = [...read(document).matchAll(anchors)];
  const missing = linked.filter(([, file = '', anchor = '']) => {
    const target = file === '' ? document : join(dirname(document), file);
    return target.endsWith('.md') && !headingsOf(target).includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it.each<[string, Language, string[]]>([
  ['README.md', 'en', ['Connect', 'Connection doctor', 'Never on this site', 'Reset Waylark', 'Revoke']],
  ['README.md', 'en', ['Expires', 'in 1 day', 'Shorten many links']],
  ['README.zh-CN.md', 'zh_CN', ['连接', '连接诊断', '不再在此网站显示', '撤销授权', '初次设置']],
  ['README.zh-CN.md', 'zh_CN', ['到期', '批量缩短']],
  ['store/en.md', 'en', ['Play']],
  ['store/zh_CN.md', 'zh_CN', ['播放']],
  ['store/reviewers.md', 'en', ['Connect', 'History', 'All tabs', 'Music']],
  ['.github/ISSUE_TEMPLATE/bug.yml', 'en', ['Connection doctor', 'Check', 'Copy report']],
  ['docs/policy.md', 'en', ['Allow access']],
])('%s has the names of the controls that are on screen', async (document, language, names) => {
  const content = read(document);
  expect(names.filter((name) => !content.includes(name))).toEqual([]);
  const messages = new Set(Object.values(await catalogOf(language)).map(({ message }) => message));
  expect(names.filter((name) => !messages.has(name))).toEqual([]);
});

/**
 * Most characters of a field: the strictest of the stores that ask for it. Sources, read in November 2026:
 * - Chrome: developer.chrome.com/docs/extensions/reference/manifest/description, developer.chrome.com/docs/webstore/images
 * - Edge: learn.microsoft.com/microsoft-edge/extensions-chromium/publish/publish-extension, step 7
 * - Firefox: extensionworkshop.com/documentation/develop/create-an-appealing-listing, and MDN on manifest.json/name
 * "No source" marks what no documentation names: the number is that of the counter in a store's form, as people report it.
 */
const limits = {
  // MDN: Edge 45, Firefox 50, Chrome 75.
  Name: 45,
  // Chrome 132, Firefox 250. Edge takes it from the manifest.
  Summary: 132,
  // Edge: 250 to 10,000. Chrome 16,000, no source. Firefox names none.
  Description: 10_000,
  // Firefox's release notes, no source.
  'What is new': 3000,
  // Chrome's form, no source.
  'Single purpose': 1000,
  'Host permissions': 1000,
  'Remote code': 1000,
  // No store has one field for these: they are ticked, one by one.
  'Data use': 3000,
  // Edge: seven terms of 30.
  'Search terms': 210,
  Captions: 1000,
};

it.each(listedLanguages)("the listing in %s has every field within the stores' limits", async (language) => {
  const fields = fieldsOf(read(`store/${language}.md`));
  const lengths = Object.entries(limits).map(([name, most]) => ({
    name,
    most,
    text: fields.get(name) ?? '',
  }));
  expect(lengths.filter(({ text, most }) => text === '' || text.length > most)).toEqual([]);
  expect(fields.get('Description')?.length).toBeGreaterThan(250);
  const terms = (fields.get('Search terms') ?? '').split('\n').filter(Boolean);
  expect([terms.length > 7, ...terms.filter((term) => term.length > 30)]).toEqual([false]);
  // Those of the package.
  const { extensionName, extensionDescription } = await catalogOf(language);
  expect([fields.get('Name'), fields.get('Summary')]).toEqual([
    extensionName?.message,
    extensionDescription?.message,
  ]);
});

// The counters of both forms; no documentation names them.
it('tells reviewers what to do, within 500 characters for Chrome and 2,000 for Edge', () => {
  const fields = fieldsOf(read('store/reviewers.md'));
  expect(fields.get('Short')?.length).toBeLessThanOrEqual(500);
  expect(fields.get('Full')?.length).toBeLessThanOrEqual(2000);
});
