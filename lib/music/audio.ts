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
