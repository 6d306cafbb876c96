// A small honest <audio> for tests with fake timers: events come later as tasks, and a load takes those that wait along.
// That real ones behave like this is shown in real browsers by tests/e2e.
import type { Audio } from './audio.ts';

/** What is found at an address. */
export type File =
  /** Plays so many seconds (may be Infinity); its data may stop or break at a second. */
  | { seconds: number; stallsAt?: number; breaksAt?: number }
  /** 404, or no audio at all. */
  | 'broken'
  /** Nothing ever comes. */
  | 'hangs';

/** Milliseconds until an answer, until the first sound after it, and between two steps of the clock. */
const delays = { answer: 20, sound: 30, step: 50 };

export class TestAudio extends EventTarget implements Audio {
  readonly HAVE_CURRENT_DATA = 2;
  readyState = 0;
  duration = NaN;
  error: MediaError | null = null;
  paused = true;
  ended = false;
  muted = false;
  volume = 1;
  /** Each address that was asked for. */
  readonly requests: string[] = [];
  /** Whether the browser lets a sound begin. */
  isAllowed = true;
  #files: (address: string) => File;
  #address = '';
  #time = 0;
  #tasks = new Set<ReturnType<typeof setTimeout>>();
  #plays: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #isMoving = false;

  constructor(files: (address: string) => File) {
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
    if (!this.paused) this.#task('playing', delays.sound);
  }
  /** Whether a person would hear it. */
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
    Object.assign(this, { readyState: 0, duration: NaN, error: null, paused: true, ended: false });
    this.#time = 0;
    this.#isMoving = false;
    if (this.#address === '') return;
    this.requests.push(this.#address);
    this.#after(delays.answer, () => this.#answer());
  }

  play(): Promise<void> {
    if (!this.isAllowed) return Promise.reject(new DOMException('', 'NotAllowedError'));
    if (this.error) return Promise.reject(new DOMException('', 'NotSupportedError'));
    this.paused = false;
    if (this.ended) this.currentTime = 0;
    this.#task('waiting', 0);
    if (this.readyState > 0) this.#task('playing', delays.sound);
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

  #answer(): void {
    const file = this.#files(this.#address);
    if (file === 'hangs') return;
    if (file === 'broken') {
      this.#break('NotSupportedError');
      return;
    }
    Object.assign(this, { readyState: 4, duration: file.seconds });
    this.dispatchEvent(new Event('durationchange'));
    this.dispatchEvent(new Event('loadedmetadata'));
    if (!this.paused) this.#task('playing', delays.sound);
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
    Object.assign(this, { paused: true, ended: true });
    this.#isMoving = false;
    this.dispatchEvent(new Event('pause'));
    this.dispatchEvent(new Event('ended'));
  }
}
