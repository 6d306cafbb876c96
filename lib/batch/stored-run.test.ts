import { beforeEach, describe, expect, it } from 'vitest';
import { createKeptRun } from './stored-run.ts';
import type { Batch } from './run.ts';

const batch: Batch = {
  validity: { kind: 'duration', seconds: 3600 },
  items: [
    { link: 'a', title: 'A', state: { kind: 'waiting' } },
    { link: 'b', title: 'B', state: { kind: 'sending', id: 'i', another: true } },
    { link: 'c', title: 'C', state: { kind: 'made', shortLink: 's', end: 5, madeAt: 7 } },
    { link: 'd', title: 'D', state: { kind: 'failed', failure: { reason: 'link-invalid', made: 'no' } } },
    { link: 'e', title: 'E', state: { kind: 'unknown', failure: { reason: 'timeout', made: 'unknown' } } },
  ],
};

let kept: Map<string, string>;
let room = Infinity;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem(key: string, text: string) {
    if (text.length > room) throw new Error('Full.');
    kept.set(key, text);
  },
  removeItem: (key: string) => void kept.delete(key),
};

beforeEach(() => {
  kept = new Map();
  room = Infinity;
});

describe('a run that is kept', () => {
  it('is there again, for the tabs that it is about', () => {
    createKeptRun(storage, '?window=1').write(batch);
    expect(createKeptRun(storage, '?window=1').read()).toEqual(batch);
    expect(createKeptRun(storage, '?window=2').read()).toBeNull();
    createKeptRun(storage, '?window=1').forget();
    expect(createKeptRun(storage, '?window=1').read()).toBeNull();
  });

  it.each([
    ...['', 'null', '[]', '7', '{', '{"which":"?window=1"}', '{"which":"?window=1","batch":null}'],
    JSON.stringify({ which: '?window=1', batch: { ...batch, validity: 'month' } }),
    JSON.stringify({
      which: '?window=1',
      batch: { ...batch, items: [{ link: 'a', title: 'A', state: {} }] },
    }),
  ])('is not there where it is damaged: %s', (text) => {
    kept.set('many', text);
    expect(createKeptRun(storage, '?window=1').read()).toBeNull();
  });

  it('is not kept half: what there is no room for is not kept at all', () => {
    const run = createKeptRun(storage, '?window=1');
    run.write(batch);
    room = 10;
    run.write(batch);
    expect(run.read()).toBeNull();
  });
});
