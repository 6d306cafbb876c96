import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasHostPermission } from '../browser/permissions.ts';
import { fetchAudio } from './audio-fetch.ts';

vi.mock('../browser/permissions.ts', () => ({ hasHostPermission: vi.fn() }));

const address = 'https://music.example/1.mp3';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
}

/** What fetch answers. */
const answer = (body: BodyInit | null, { status = 200, headers = {} }: Answer = {}) => {
  const response = new Response(body, { status, headers });
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(response));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

const startFetch = (from = address, readPermission = () => Promise.resolve(true)) => {
  vi.mocked(hasHostPermission).mockReset().mockImplementation(readPermission);
  const abort = new AbortController();
  const progress = vi.fn<(bytes: number) => void>();
  return {
    abort,
    progress,
    blob: fetchAudio(from, { signal: abort.signal, progress }),
  };
};

/** A body of chunks of a megabyte. `state` counts those that were read and says whether the body was canceled. */
const bodyOf = (chunks: number) => {
  const state = { taken: 0, canceled: false };
  const body = new ReadableStream({
    pull(controller) {
      state.taken += 1;
      controller.enqueue(new Uint8Array(1_000_000));
      if (state.taken === chunks) controller.close();
    },
    cancel() {
      state.canceled = true;
    },
  });
  return { body, state };
};

afterEach(() => vi.unstubAllGlobals());

describe('fetchAudio', () => {
  it('fetches a whole track and reports its progress', async () => {
    answer(bodyOf(3).body, { headers: { 'content-type': 'audio/mpeg' } });
    const { blob, progress } = startFetch();
    expect(await blob).toMatchObject({ size: 3_000_000, type: 'audio/mpeg' });
    expect(progress.mock.calls).toEqual([[1_000_000], [2_000_000], [3_000_000]]);
  });

  it('sends neither cookies nor referrer, and follows no redirect', async () => {
    const fetched = answer('sound');
    await startFetch().blob;
    expect(fetched).toHaveBeenCalledOnce();
    expect(fetched.mock.calls[0]?.[0]).toBe(address);
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
  });

  it('resolves with null and requests nothing without access to the origin', async () => {
    const fetched = answer('sound');
    expect(await startFetch(address, () => Promise.resolve(false)).blob).toBeNull();
    expect(hasHostPermission).toHaveBeenCalledExactlyOnceWith('https://music.example');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('rejects if the browser does not answer whether there is access', async () => {
    const fetched = answer('sound');
    const { blob } = startFetch(address, () => Promise.reject(new Error('no such pattern')));
    await expect(blob).rejects.toThrow();
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each([
    ['HTTP 404', 'Not found', { status: 404 }],
    ['a Content-Length over 64 MB', 'sound', { headers: { 'content-length': '64000001' } }],
  ])('rejects %s', async (_, body, options) => {
    answer(body, options);
    const { blob, progress } = startFetch();
    await expect(blob).rejects.toThrow();
    expect(progress).not.toHaveBeenCalled();
  });

  it('rejects if the host cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('unreachable')));
    await expect(startFetch().blob).rejects.toThrow('unreachable');
  });

  it('accepts 64 MB and cancels a larger body', async () => {
    answer(bodyOf(64).body);
    expect((await startFetch().blob)?.size).toBe(64_000_000);
    const { body, state } = bodyOf(1000);
    answer(body);
    await expect(startFetch().blob).rejects.toThrow('too large');
    expect(state.canceled).toBe(true);
    expect(state.taken).toBeLessThanOrEqual(67);
  });

  it('closes the connection when it is aborted or the answer is rejected', async () => {
    const fetched = answer('sound', { status: 500 });
    const { blob } = startFetch();
    await expect(blob).rejects.toThrow();
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
    const endless = vi.fn<typeof fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', endless);
    const { abort } = startFetch();
    await expect.poll(() => endless).toHaveBeenCalled();
    expect(endless.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    abort.abort();
    expect(endless.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  it.each([
    ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus'],
    ['video/mp4', 'video/mp4'],
    ['text/html', ''],
    ['image/svg+xml', ''],
    ['', ''],
  ])('returns a Blob for the content type "%s" of the type "%s"', async (type, blobType) => {
    answer(new Uint8Array(4), { headers: { 'content-type': type } });
    expect((await startFetch().blob)?.type).toBe(blobType);
  });
});
