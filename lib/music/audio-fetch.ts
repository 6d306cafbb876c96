import { readBody } from '../async/async.ts';
import { hasHostPermission } from '../browser/permissions.ts';
import type { FetchAudio } from './audio-output.ts';

/** Most bytes of a track. */
const maxBytes = 64_000_000;

/** Content types that are passed on to the audio element. It detects any other type from the bytes. */
const mediaType = /^(audio|video)\//;

const fetchOptions = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' } as const;

/** The whole body with its type. Rejects over 64 MB. */
const readTrack = async (response: Response, progress: (bytes: number) => void): Promise<Blob> => {
  const { headers } = response;
  const isLarge = Number(headers.get('content-length')) > maxBytes;
  const body = isLarge ? null : await readBody(response, { maxBytes, progress });
  if (!body) throw new Error('The track is too large');

  const type = headers.get('content-type') ?? '';
  return new Blob(body, { type: mediaType.test(type) ? type : '' });
};

/**
 * Fetches tracks without cookies and referrer wherever the extension has access: an audio element would send the person's
 * cookies to those sites. At most 64 MB. Follows no redirect, which could lead to a port of this machine. Resolves with null
 * if the extension has no access; rejects if the track cannot be read.
 */
export const fetchAudio: FetchAudio = async (address, { signal, progress }) => {
  // Without access Firefox leaves SameSite=Lax and Strict cookies out of the element's request, but sends all others, and
  // sends cookies after a redirect to a site that the extension may reach (measured with Firefox 153).
  if (!(await hasHostPermission(new URL(address).origin))) return null;

  // Closes the connection of a response that is rejected before its end.
  const abort = new AbortController();
  try {
    const response = await fetch(address, {
      ...fetchOptions,
      signal: AbortSignal.any([signal, abort.signal]),
    });
    if (!response.ok) throw new Error('There is no track');
    return await readTrack(response, progress);
  } finally {
    abort.abort();
  }
};
