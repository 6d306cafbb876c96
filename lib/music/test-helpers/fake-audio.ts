// An audio element for tests with fake timers. Events fire in later tasks, and a load drops the events that are still due.
// tests/browsers shows in real browsers that real elements behave like this.
import type { AudioElement } from '../audio-output.ts';

/** The file at an address. */
export type AudioFile =
  /** A track of that length in seconds (may be Infinity), whose data may stall or break at a second. */
  | { seconds: number; stallsAt?: number; breaksAt?: number }
  /** HTTP 404, or no audio. */
  | 'broken'
  /** The response never arrives. */
  | 'hangs';

/** Milliseconds until the response, from there until `playing`, and between two steps of the clock. */
const delays = { response: 20, playing: 30, step: 50 };

export class FakeAudio extends EventTarget implements AudioElement {
  readonly HAVE_CURRENT_DATA = 2;
  readyState = 0;
  duration = NaN;
  error: MediaError | null = null;
  paused = true;
  ended = false;
  muted = false;
  volume = 1;
  /** Each address that was requested. */
  readonly requests: string[] = [];
  /** Whether the browser allows playback to start. */
  isAllowed = true;
  #files: (address: string) => AudioFile;
  #address = '';
  #time = 0;
  #tasks = new Set<ReturnType<typeof setTimeout>>();
  #plays: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #isMoving = false;

  constructor(files: (address: string) => AudioFile) {
    super();
    this.#files = files;
    setInterval(() => this.#step(), delays.step);
  }

  get src(): string {
    return this.#address;
  }
  set src(address: string) {
    this.#address = address;
    this.load();
  }
  get currentTime(): number {
    return this.#time;
  }
  set currentTime(seconds: number) {
    this.#time = seconds;
    this.ended = false;
    if (!this.paused) this.#task('playing', delays.playing);
  }
  /** Whether it is audible. */
  get isHeard(): boolean {
    return this.#isMoving && !this.muted && this.volume > 0;
  }

  removeAttribute(): void {
    this.#address = '';
  }

  load(): void {
    for (const task of this.#tasks) clearTimeout(task);
    this.#tasks.clear();
    this.#reject('AbortError');
    this.readyState = 0;
    this.duration = NaN;
    this.error = null;
    this.paused = true;
    this.ended = false;
    this.#time = 0;
    this.#isMoving = false;
    if (this.#address === '') return;
    this.requests.push(this.#address);
    this.#after(delays.response, () => this.#respond());
  }

  play(): Promise<void> {
    if (!this.isAllowed) return Promise.reject(new DOMException('', 'NotAllowedError'));
    if (this.error) return Promise.reject(new DOMException('', 'NotSupportedError'));
    this.paused = false;
    if (this.ended) this.currentTime = 0;
    this.#task('waiting', 0);
    if (this.readyState > 0) this.#task('playing', delays.playing);
    return new Promise((resolve, reject) => this.#plays.push({ resolve, reject }));
  }

  pause(): void {
    this.#isMoving = false;
    if (this.paused) return;
    this.paused = true;
    this.#reject('AbortError');
    this.#task('pause', 0);
  }

  #reject(name: string): void {
    for (const { reject } of this.#plays.splice(0)) reject(new DOMException('', name));
  }

  #after(milliseconds: number, act: () => void): void {
    const task = setTimeout(() => {
      this.#tasks.delete(task);
      act();
    }, milliseconds);
    this.#tasks.add(task);
  }

  #task(type: string, milliseconds: number): void {
    this.#after(milliseconds, () => {
      if (type === 'playing') this.#move();
      this.dispatchEvent(new Event(type));
    });
  }

  #move(): void {
    this.#isMoving = !this.paused;
    for (const { resolve } of this.#plays.splice(0)) resolve();
  }

  #respond(): void {
    const file = this.#files(this.#address);
    if (file === 'hangs') return;
    if (file === 'broken') {
      this.#break('NotSupportedError');
      return;
    }
    this.readyState = 4;
    this.duration = file.seconds;
    this.dispatchEvent(new Event('durationchange'));
    this.dispatchEvent(new Event('loadedmetadata'));
    if (!this.paused) this.#task('playing', delays.playing);
  }

  #break(name: string): void {
    this.#isMoving = false;
    this.error = { code: 4 } as MediaError;
    this.#reject(name);
    this.dispatchEvent(new Event('error'));
  }

  #step(): void {
    if (!this.#isMoving) return;
    const file = this.#files(this.#address);
    if (typeof file === 'string') return;
    if (file.breaksAt !== undefined && this.#time >= file.breaksAt) {
      this.#break('NetworkError');
      return;
    }
    if (file.stallsAt !== undefined && this.#time >= file.stallsAt) {
      this.#isMoving = false;
      this.dispatchEvent(new Event('waiting'));
      return;
    }
    this.#time = Math.min(this.#time + delays.step / 1000, file.seconds);
    this.dispatchEvent(new Event('timeupdate'));
    if (this.#time === file.seconds) this.#end();
  }

  #end(): void {
    this.paused = true;
    this.ended = true;
    this.#isMoving = false;
    this.dispatchEvent(new Event('pause'));
    this.dispatchEvent(new Event('ended'));
  }
}
