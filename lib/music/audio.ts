/** What is needed of an audio element. */
export type Audio = Pick<
  HTMLAudioElement,
  | 'HAVE_CURRENT_DATA'
  | 'addEventListener'
  | 'currentTime'
  | 'load'
  | 'muted'
  | 'pause'
  | 'play'
  | 'removeAttribute'
  | 'src'
  | 'volume'
> &
  Readonly<Pick<HTMLAudioElement, 'duration' | 'ended' | 'error' | 'paused' | 'readyState'>>;

/**
 * Fetches a track whole; null where the element is to load it by itself, rejected where it cannot be played. `progress`
 * hears of the bytes that are there so far.
 */
export type FetchAudio = (
  address: string,
  options: { signal: AbortSignal; progress(bytes: number): void },
) => Promise<Blob | null>;
