import { expect, it } from 'vitest';
import { fileOf } from './list-file.ts';

it.each([
  ['plain', { extension: '.txt', type: 'text/plain', content: 'LIST\n' }],
  ['expiry', { extension: '.txt', type: 'text/plain', content: 'LIST\n' }],
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
] as const)('a list as a file: %s', (format, file) => {
  const page = { title: 'A <title>', language: 'zh-CN', direction: 'ltr' };
  expect(fileOf('LIST', format, page)).toEqual(file);
});
