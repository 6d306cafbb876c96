import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Language } from './languages.mjs';
import { catalogueOf } from '../tests/support/browsers/texts.ts';

const root = join(import.meta.dirname, '..');
const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const documents = ['.', '.github', 'docs', 'server', 'store'].flatMap(markdownIn);

/** Our own folders: a path that begins with one of them and stands in backticks is a file or a folder of ours. */
const ours = /`((?:components|docs|entrypoints|lib|lint-rules|public|scripts|server|store|tests)\/[^`\s]*)`/g;

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
  const prose = readFileSync(join(root, document), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(documents)('%s names files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const linked = [...text.matchAll(links), ...text.matchAll(pictures)].map(([, target = '']) =>
    join(dirname(document), target),
  );
  const named = [...text.matchAll(ours)].map(([, path = '']) => withoutPattern(path));
  expect([...linked, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it.each(documents)('%s links to headings that exist', (document) => {
  const linked = [...readFileSync(join(root, document), 'utf8').matchAll(anchors)];
  const missing = linked.filter(([, file = '', anchor = '']) => {
    const target = file === '' ? document : join(dirname(document), file);
    return target.endsWith('.md') && !headingsOf(target).includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

it.each<[string, Language, string[]]>([
  ['README.md', 'en', ['Connect', 'Connection doctor', 'Never on this site', 'Reset Waylark', 'Revoke']],
  ['README.zh-CN.md', 'zh_CN', ['连接', '连接诊断', '不再在此网站显示', '撤销授权', '初次设置']],
  ['store/reviewers.md', 'en', ['Connect', 'History', 'All tabs', 'Music']],
  ['.github/ISSUE_TEMPLATE/bug.yml', 'en', ['Connection doctor', 'Check the connection', 'Copy report']],
  ['docs/policy.md', 'en', ['Allow access']],
])('%s has the names of the controls that are on screen', async (document, language, names) => {
  const content = readFileSync(join(root, document), 'utf8');
  expect(names.filter((name) => !content.includes(name))).toEqual([]);
  const messages = new Set(Object.values(await catalogueOf(language)).map(({ message }) => message));
  expect(names.filter((name) => !messages.has(name))).toEqual([]);
});
