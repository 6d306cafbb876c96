import type { FetchAudio } from './audio.ts';

/** Most bytes of a track. */
const limit = 64_000_000;

/** What may be told to an audio element; of anything else it finds out by itself, and the Blob is no page of ours. */
const media = /^(audio|video)\//;

const closed = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'follow' } as const;

const tooLarge = () => new Error('The track is too large');

const readAll = async (response: Response, progress: (bytes: number) => void): Promise<Blob> => {
  const { headers } = response;
  if (Number(headers.get('content-length')) > limit) throw tooLarge();
  const type = headers.get('content-type') ?? '';
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    progress(size);
    chunks.push(chunk);
  }
  return new Blob(chunks, { type: media.test(type) ? type : '' });
};

const isAllowed = (address: string, from: string): boolean => {
  const url = new URL(address);
  return url.protocol === 'https:' || url.origin === new URL(from).origin;
};

/**
 * Fetches tracks without cookies and without a referrer wherever we may: an audio element would send the person's cookies
 * to every site that we may reach. At most 64 MB, from https or the origin of the address.
 */
export const createAudioFetch =
  (mayReach: (origin: string) => Promise<boolean>): FetchAudio =>
  async (address, { signal, progress }) => {
    // Firefox then keeps SameSite=Lax and Strict cookies out of the element's request, all others not, nor any out of a
    // redirect to a site that we may reach (measured with Firefox 153).
    if (!(await mayReach(new URL(address).origin))) return null;
    // What is refused half-way is not read to its end.
    const giveUp = new AbortController();
    try {
      const response = await fetch(address, { ...closed, signal: AbortSignal.any([signal, giveUp.signal]) });
      if (!response.ok || !isAllowed(response.url, address)) throw new Error('There is no track');
      return await readAll(response, progress);
    } finally {
      giveUp.abort();
    }
  };
