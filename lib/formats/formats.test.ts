import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { contentOf, type FormattedLink, sourceOf } from './formats.ts';
import { formats } from './names.ts';
import { templateProblem } from './template.ts';

const link = (title: string, shortLink = 'https://s.example/aB3'): FormattedLink => ({
  title,
  shortLink,
  link: 'https://example.com/?a=1&b',
  note: 'For\nMira',
  expires: 'Nov 27, 2026, 2:05 PM GMT+1',
  validity: 'expires Nov 27, 2026, 2:05 PM GMT+1',
});
const template = '{title} ({host}, {note}): {short} {link} {expires} { short } {"a": 1}';
const two = [link('One'), link('Two', 'https://s.example/x')];

describe('a short link', () => {
  it.each([
    ['plain', 'https://s.example/aB3'],
    ['title', 'One – https://s.example/aB3'],
    ['markdown', '[One](https://s.example/aB3)'],
    ['html', '<a href="https://s.example/aB3">One</a>'],
    ['expiry', 'https://s.example/aB3 expires Nov 27, 2026, 2:05 PM GMT+1'],
    [
      'template',
      'One (example.com, For Mira): https://s.example/aB3 https://example.com/?a=1&b Nov 27, 2026, 2:05 PM GMT+1 { short } {"a": 1}',
    ],
  ] as const)('as %s', (format, source) => {
    expect(sourceOf([link('One')], format, template)).toBe(source);
  });

  it('is rich text for a document and an address for a terminal', () => {
    expect(contentOf([link('One')], 'html', template)).toEqual({
      text: 'https://s.example/aB3',
      html: '<a href="https://s.example/aB3">One</a>',
    });
    expect(contentOf([link('One')], 'title', template)).toEqual({ text: 'One – https://s.example/aB3' });
  });
});

it.each([
  ['plain', 'https://s.example/aB3\nhttps://s.example/x'],
  ['title', 'One – https://s.example/aB3\nTwo – https://s.example/x'],
  ['markdown', '- [One](https://s.example/aB3)\n- [Two](https://s.example/x)'],
  [
    'html',
    '<ul>\n  <li><a href="https://s.example/aB3">One</a></li>\n  <li><a href="https://s.example/x">Two</a></li>\n</ul>',
  ],
] as const)('several short links as %s', (format, list) => {
  expect(sourceOf(two, format, template)).toBe(list);
});

describe('the title of a page', () => {
  it.each([
    ['[draft] a\\b', '\\[draft\\] a\\\\b'],
    ['](javascript:alert(1))', '\\](javascript:alert(1))'],
    ['`code` <b> *x* _y_', '\\`code\\` \\<b> \\*x\\* \\_y\\_'],
    [' two\r\n\tlines ', 'two lines'],
    ['R&D &amp; &#x202e;gnp', 'R&D \\&amp; \\&#x202e;gnp'],
    ['你好，世界', '你好，世界'],
    ['a\u202egnp.exe\u2066', 'a gnp.exe'],
    ['', 'https://example.com/?a=1&b'],
  ])('in Markdown, %j is %j', (title, text) => {
    expect(sourceOf([link(title)], 'markdown', '')).toBe(`[${text}](https://s.example/aB3)`);
  });

  it('in Markdown, is one link on one line, whatever it is', () => {
    const letters = ['[', ']', '(', ')', '\\', '`', '<', '!', '\n', '\r', '\u2028', ' ', 'a'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (title) => {
        const source = sourceOf([link(`x${title}`)], 'markdown', '');
        return /^\[(?:[^\\[\]`<\r\n\u2028]|\\.)*\]\(https:\/\/s\.example\/aB3\)$/.test(source);
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  it('in HTML, is text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '/') }), (title) => {
        const source = sourceOf([link(`x${title}`, `https://s.example/${title}`)], 'html', '');
        const [, address, text] = /^<a href="([^"]*)">(.*)<\/a>$/.exec(source) ?? [];
        const isText = (part = '<') => /^(?:[^<>"'&]|&(?:amp|lt|gt|quot|#39);)*$/.test(part);
        return isText(address) && isText(text);
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  it('in a template, is never a placeholder, and adds no line in any format', () => {
    expect(sourceOf([link('{short}$&\nx')], 'template', '{title}|{short}')).toBe(
      '{short}$& x|https://s.example/aB3',
    );
    for (const format of formats)
      expect(sourceOf([link('a\u2028b\nc\u0085d')], format, '{title}')).not.toMatch(/[\n\u2028\u0085]/);
  });
});

it.each(formats)(
  'as %s, has no characters that end a paste in a terminal or change the direction',
  (format) => {
    const hostile = { ...link(''), link: 'https://example.com/\u001b[201~\u202egnp' };
    const source = sourceOf([hostile], format, '\u001b[201~\u202e{link}\n\t{title}{short}');
    // oxlint-disable-next-line no-control-regex -- they must not be there
    expect(source).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
    if (format === 'template') expect(source).toContain('https://example.com/%1B[201~%E2%80%AEgnp\n');
  },
);

it('in Markdown, ends at no bracket of an address', () => {
  expect(sourceOf([link('x', 'https://s.example/(a)')], 'markdown', '')).toBe(
    '[x](https://s.example/\\(a\\))',
  );
});

it.each([
  [template, null],
  [`{short}${'x'.repeat(993)}`, null],
  [`{short}${'x'.repeat(994)}`, { reason: 'too-long' }],
  [' \n', { reason: 'no-short-link' }],
  ['https://elsewhere.example/ {title}', { reason: 'no-short-link' }],
  ['{short} {titel} {foo}', { reason: 'unknown', placeholder: '{titel}' }],
  ['{标题}', { reason: 'unknown', placeholder: '{标题}' }],
  ['{constructor}', { reason: 'unknown', placeholder: '{constructor}' }],
])('the template %j has the problem %j', (text, problem) => {
  expect(templateProblem(text)).toEqual(problem);
});
