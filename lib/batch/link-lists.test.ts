import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { fileOf, listOf } from './link-lists.ts';

const entry = (title: string, shortLink = 'https://s.example/aB3') => ({
  title,
  shortLink,
  link: 'https://example.com/?a=1&b',
});

describe('a list of short links', () => {
  it.each([
    ['plain', 'https://s.example/aB3\nhttps://s.example/x'],
    ['markdown', '- [One](https://s.example/aB3)\n- [Two](https://s.example/x)'],
    [
      'html',
      '<ul>\n  <li><a href="https://s.example/aB3">One</a></li>\n  <li><a href="https://s.example/x">Two</a></li>\n</ul>',
    ],
  ] as const)('as %s', (format, list) => {
    expect(listOf([entry('One'), entry('Two', 'https://s.example/x')], format)).toBe(list);
  });

  it.each([
    ['[draft] a\\b', '\\[draft\\] a\\\\b'],
    ['](javascript:alert(1))', '\\](javascript:alert(1))'],
    ['`code` <b> *x* _y_', '\\`code\\` \\<b> \\*x\\* \\_y\\_'],
    [' two\r\n\tlines ', 'two lines'],
    ['你好，世界', '你好，世界'],
    ['a\u202egnp.exe\u2066', 'a gnp.exe'],
    ['', 'https://example.com/?a=1&b'],
  ])('in Markdown, %j is %j', (title, text) => {
    expect(listOf([entry(title)], 'markdown')).toBe(`- [${text}](https://s.example/aB3)`);
  });

  it('in Markdown, ends at no bracket of an address', () => {
    expect(listOf([entry('x', 'https://s.example/(a)')], 'markdown')).toBe(
      '- [x](https://s.example/\\(a\\))',
    );
  });

  it('in HTML, has no markup but its own, whatever a page calls itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", 'a', '/') }), (title) => {
        const list = listOf([entry(`x${title}`, `https://s.example/${title}`)], 'html');
        const [, address, text] =
          /^<ul>\n {2}<li><a href="([^"]*)">(.*)<\/a><\/li>\n<\/ul>$/.exec(list) ?? [];
        const isText = (part = '<') => /^(?:[^<>"'&]|&(?:amp|lt|gt|quot|#39);)*$/.test(part);
        return isText(address) && isText(text);
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  it('in Markdown, is one link on one line, whatever a page calls itself', () => {
    const letters = ['[', ']', '(', ')', '\\', '`', '<', '!', '\n', '\r', '\u2028', ' ', 'a'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (title) => {
        const list = listOf([entry(`x${title}`)], 'markdown');
        return /^- \[(?:[^\\[\]`<\r\n\u2028]|\\.)*\]\(https:\/\/s\.example\/aB3\)$/.test(list);
      }),
      { numRuns: inject('manyRuns') },
    );
  });

  it.each([
    ['plain', { extension: '.txt', type: 'text/plain', content: 'LIST\n' }],
    ['markdown', { extension: '.md', type: 'text/markdown', content: 'LIST\n' }],
    [
      'html',
      {
        extension: '.html',
        type: 'text/html',
        content:
          '<!doctype html>\n<html lang="zh-CN" dir="ltr">\n<meta charset="utf-8">\n<title>A &lt;title&gt;</title>\nLIST\n</html>\n',
      },
    ],
  ] as const)('as a file: %s', (format, file) => {
    const page = { title: 'A <title>', language: 'zh-CN', direction: 'ltr' };
    expect(fileOf('LIST', format, page)).toEqual(file);
  });
});
