/** The part of an audio element that the audio output uses. */
export type AudioElement = Pick<
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
 * Fetches a whole track. Resolves with null if the element should load it by itself; rejects if it cannot be played.
 * `progress` gets the number of bytes so far.
 */
export type FetchAudio = (
  address: string,
  options: { signal: AbortSignal; progress(bytes: number): void },
) => Promise<Blob | null>;

/** Called once per load, unless another load or `clear` comes first. */
interface LoadCallbacks {
  /** The element has its source. */
  ready(): void;
  /** The track could not be fetched. */
  onFailed(): void;
}

interface SourceState {
  readonly audio: AudioElement;
  /** The fetch that is under way. */
  pending: AbortController | null;
  /** Address of the Blob that the element plays. */
  objectUrl: string | null;
  fetchedBytes: number;
}

const clear = (state: SourceState): void => {
  const { audio, objectUrl } = state;
  state.pending?.abort();
  state.pending = null;
  state.objectUrl = null;
  state.fetchedBytes = 0;

  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
};

/** Resolves with whether the element has its source; null if another load or `clear` came first. */
const fetchInto = async (
  state: SourceState,
  { address, fetchAudio }: { address: string; fetchAudio: FetchAudio },
): Promise<boolean | null> => {
  const request = new AbortController();
  state.pending = request;
  const progress = (bytes: number): void => {
    if (state.pending === request) state.fetchedBytes = bytes;
  };

  const blob = await fetchAudio(address, { signal: request.signal, progress }).catch(() => undefined);
  if (state.pending !== request) return null;

  state.pending = null;
  if (blob === undefined) return false;
  if (blob) state.objectUrl = URL.createObjectURL(blob);
  state.audio.src = state.objectUrl ?? address;
  return true;
};

/** Sets the source of an audio element: the address itself, or a Blob with what `fetchAudio` fetched from there. */
export const createAudioSource = (audio: AudioElement, fetchAudio?: FetchAudio) => {
  const state: SourceState = { audio, pending: null, objectUrl: null, fetchedBytes: 0 };
  return {
    load(address: string, { ready, onFailed }: LoadCallbacks): void {
      if (!fetchAudio) {
        audio.pause();
        audio.src = address;
        ready();
        return;
      }
      clear(state);
      void fetchInto(state, { address, fetchAudio }).then((hasSource) => {
        if (hasSource === true) ready();
        if (hasSource === false) onFailed();
      });
    },
    /** Aborts a pending fetch, empties the element and releases the fetched bytes. */
    clear: () => clear(state),
    /** Whether a fetch is pending; the element is empty until then. */
    isFetching: (): boolean => state.pending !== null,
    /** Bytes of the current track that were fetched so far. */
    fetchedBytes: (): number => state.fetchedBytes,
  };
};
