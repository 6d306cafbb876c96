import { expect, it } from 'vitest';
import { joinSentences, withSpaces } from './texts.ts';

it.each([
  ['Waylark设置', 'Waylark 设置'],
  ['缩短选中的3个标签页', '缩短选中的 3 个标签页'],
  ['api.example.com没有响应。', 'api.example.com 没有响应。'],
  ['已有空格：1 天', '已有空格：1 天'],
  ['12\u2060月\u206022\u2060日到期', '12\u2060月\u206022\u2060日到期'],
  ['Expires in 1 day', 'Expires in 1 day'],
])('writes the spaces of %s where no style sheet does', (said, expected) => {
  expect(withSpaces(said)).toBe(expected);
});

it.each([
  ['Stopped by you.', '9 links were not touched.', 'Stopped by you. 9 links were not touched.'],
  ['已由你停止。', '9个链接未变动。', '已由你停止。9个链接未变动。'],
])('joins %s with the next sentence', (first, next, joined) => {
  expect(joinSentences([first, next])).toBe(joined);
});
