import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyWhenReady } from './copy-when-ready.ts';

const shortLink = 'https://s.example/abc';
const created = { ok: true as const, shortLink };

/** A clipboard that holds what was copied; it is written to once the promised text is there. */
const createClipboard = () => {
  const copied: string[] = [];
  const copy = vi.fn(async (promised: Promise<typeof created>) => {
    try {
      copied.push((await promised).shortLink);
      return true;
    } catch {
      return false;
    }
  });
  return { copied, copy };
};

beforeEach(() => void vi.useFakeTimers());

describe('copying a link that is being created', () => {
  it('begins before the link exists, inside the click, and copies it once it does', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof created>();
    const { copied, copy } = createClipboard();
    const done = copyWhenReady(promise, copy);
    expect(copy).toHaveBeenCalledOnce();
    resolve(created);
    expect([await done, copied]).toEqual([true, [shortLink]]);
  });

  it.each([null, { ok: false as const }])('copies nothing if there is no link: %o', async (outcome) => {
    const { copied, copy } = createClipboard();
    expect([await copyWhenReady(Promise.resolve(outcome), copy), copied]).toEqual([null, []]);
  });

  it('does not wait for a clipboard that never answers', async () => {
    const done = copyWhenReady(Promise.resolve(created), () => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(1500);
    expect(await done).toBe(false);
  });
});
