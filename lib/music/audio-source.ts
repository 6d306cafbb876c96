import type { Audio, FetchAudio } from './audio.ts';

interface State {
  readonly audio: Audio;
  /** The fetch that is under way. */
  flight: AbortController | null;
  /** Of the Blob that the element plays. */
  objectUrl: string | null;
  fetched: number;
}

const nothing = { flight: null, objectUrl: null, fetched: 0 };

/** What becomes of a load, unless another one or `empty` comes first. */
interface Loading {
  /** The element has its source. */
  ready(): void;
  /** There is none to be had. */
  failed(): void;
}

const empty = (source: State): void => {
  const { audio, flight, objectUrl } = source;
  Object.assign(source, nothing);
  flight?.abort();
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
  if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
};

/** Whether the element has its source; null where another load or `empty` came first. */
const fetchFrom = async (address: string, fetchAudio: FetchAudio, source: State): Promise<boolean | null> => {
  const flight = new AbortController();
  source.flight = flight;
  const progress = (bytes: number): void => {
    if (source.flight === flight) source.fetched = bytes;
  };
  const found = await fetchAudio(address, { signal: flight.signal, progress }).catch(() => undefined);
  if (source.flight !== flight) return null;
  source.flight = null;
  if (found) source.objectUrl = URL.createObjectURL(found);
  if (found !== undefined) source.audio.src = source.objectUrl ?? address;
  return found !== undefined;
};

/** The source of an audio element: the address itself, or with `fetchAudio` what that fetched from there. */
export const createAudioSource = (audio: Audio, fetchAudio?: FetchAudio) => {
  const source: State = { audio, ...nothing };
  return {
    load(address: string, { ready, failed }: Loading): void {
      if (!fetchAudio) {
        audio.pause();
        audio.src = address;
        ready();
        return;
      }
      empty(source);
      void fetchFrom(address, fetchAudio, source).then((isThere) => {
        if (isThere !== null) (isThere ? ready : failed)();
      });
    },
    /** Lets go of the connection and of what was fetched. */
    empty: () => empty(source),
    /** Whether the element is empty, as what it is to play is on its way. */
    isFetching: (): boolean => source.flight !== null,
    /** Bytes of it so far. */
    fetched: (): number => source.fetched,
  };
};

export type AudioSource = ReturnType<typeof createAudioSource>;
