import { expect, it } from 'vitest';
import { pseudo } from './texts.ts';

const placeholders = /\$\w+\$|%s|\{\w+\}/g;

it.each(['Copy', 'Copied: $LINK$', 'Shorten “%s”', 'Put {linkID} where the identifier stands, once.'])(
  '“%s” is 40 % longer, between marks, with its placeholders and none of its letters',
  (text) => {
    const said = pseudo(text);
    expect(said).toMatch(/^¦.*¦$/);
    expect(said.length).toBeGreaterThanOrEqual(text.length * 1.4);
    expect(said.match(placeholders)).toEqual(text.match(placeholders));
    expect(said.replaceAll(placeholders, '')).not.toMatch(/[a-z]/i);
  },
);
