import { beforeEach, describe, expect, it } from 'vitest';
import { type Batch, createStoredBatch } from './batch.ts';

const batch: Batch = {
  validity: { kind: 'duration', seconds: 3600 },
  items: [
    { link: 'a', title: 'A', state: { kind: 'waiting' } },
    { link: 'b', title: 'B', state: { kind: 'sending', id: 'i', another: true } },
    { link: 'c', title: 'C', state: { kind: 'created', shortLink: 's', expiresAt: 5, createdAt: 7 } },
    {
      link: 'd',
      title: 'D',
      state: { kind: 'failed', failure: { reason: 'link-invalid', hadEffect: 'no' } },
    },
    { link: 'e', title: 'E', state: { kind: 'unknown', failure: { reason: 'timeout', hadEffect: 'maybe' } } },
  ],
};

let stored: Map<string, string>;
let capacity = Infinity;
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, text: string) {
    if (text.length > capacity) throw new Error('Full.');
    stored.set(key, text);
  },
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  stored = new Map();
  capacity = Infinity;
});

describe('a stored batch', () => {
  it('is read again for the same tabs', () => {
    createStoredBatch(storage, '?window=1').write(batch);
    expect(createStoredBatch(storage, '?window=1').read()).toEqual(batch);
    expect(createStoredBatch(storage, '?window=2').read()).toBeNull();
    createStoredBatch(storage, '?window=1').clear();
    expect(createStoredBatch(storage, '?window=1').read()).toBeNull();
  });

  it.each([
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"selection":"?window=1"}',
    '{"selection":"?window=1","batch":null}',
    JSON.stringify({ selection: '?window=1', batch: { ...batch, validity: 'month' } }),
    JSON.stringify({
      selection: '?window=1',
      batch: { ...batch, items: [{ link: 'a', title: 'A', state: {} }] },
    }),
  ])('is treated as missing where it is damaged: %s', (text) => {
    stored.set('batch', text);
    expect(createStoredBatch(storage, '?window=1').read()).toBeNull();
  });

  it('is removed if the storage is full, so that no outdated batch remains', () => {
    const storedBatch = createStoredBatch(storage, '?window=1');
    storedBatch.write(batch);
    capacity = 10;
    storedBatch.write(batch);
    expect(storedBatch.read()).toBeNull();
  });
});
