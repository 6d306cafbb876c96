// IndexedDB in memory. Real Firefox: tests/browsers/message-checks.test.ts.
import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isDamagedDatabase } from '../failures/database.ts';
import { mirroredArea } from './mirrored-area.ts';
import { damageBytes } from './test-helpers/damaged-bytes.ts';
import { browser, loseStorage, refuseDatabases } from './test-helpers/fake-browser.ts';
import { createBackgroundArea } from './background-area.ts';

vi.mock('../webextension/browser.ts', () => import('./test-helpers/fake-browser.ts'));

const settings = { connected: true, sitesOff: ['a.example'] };
/** In `storage.local`, which content scripts can write. */
const planted = { settings: { connected: false }, playback: { volume: 1 } };

const failing = (message: string) => () => Promise.reject(new Error(message));
const diskIsFull = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

beforeEach(() => {
  loseStorage();
  browser.runtime.sendMessage.mockReset().mockRejectedValue(new Error('no answer'));
});

/** As after the start of a background. */
const readAll = async (area = createBackgroundArea()) => {
  const keys = ['settings', 'playback', 'grayscale'];
  const read = await Promise.all(keys.map(async (key) => [key, (await area.get(key))[key]] as const));
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
};

describe('values that the background of Firefox stores', () => {
  it('are none of those in storage.local, which content scripts can write', async () => {
    browser.storage.local.values = { ...planted };
    expect(await readAll()).toEqual({});
    await createBackgroundArea().set({ settings });
    expect(await readAll()).toEqual({ settings });
    expect(browser.storage.local.values).toEqual(planted);
  });

  it('are read by its pages from storage.session, without a message', async () => {
    const area = createBackgroundArea();
    await area.set({ settings });
    await area.set({ grayscale: 1 });
    expect((await mirroredArea().get('settings'))['settings']).toEqual(settings);
    expect((await mirroredArea().get('grayscale'))['grayscale']).toBe(1);
    expect((await mirroredArea().get('playback'))['playback']).toBeUndefined();
    expect(browser.runtime.sendMessage).not.toHaveBeenCalled();
    expect(browser.storage.local.values).toEqual({});
  });

  it('are still there after its end, and are copied again if the copy is older', async () => {
    const area = createBackgroundArea();
    await area.set({ settings, playback: 1 });
    browser.storage.session.values = {
      settings: { old: true },
      gone: 2,
      mirrored: ['settings', 'gone'],
      token: 3,
    };
    await createBackgroundArea().mirror();
    expect(browser.storage.session.values).toMatchObject({ settings, playback: 1, token: 3 });
    expect(browser.storage.session.values).not.toHaveProperty('gone');
  });

  it('cause no changes if the copy is right', async () => {
    await createBackgroundArea().set({ settings });
    const set = vi.spyOn(browser.storage.session, 'set');
    await createBackgroundArea().mirror();
    expect(set).not.toHaveBeenCalled();
  });

  it('are removed together with their copies', async () => {
    const area = createBackgroundArea();
    await area.set({ settings });
    browser.storage.session.values['token'] = 3;
    await area.clear();
    expect(await readAll(area)).toEqual({});
    expect(browser.storage.session.values).toEqual({ mirrored: [], token: 3 });
  });

  it('are not copied in part: if the copy fails, pages ask', async () => {
    const area = createBackgroundArea();
    await area.set({ settings: 1 });
    vi.spyOn(browser.storage.session, 'set').mockImplementationOnce(failing('full'));
    await area.set({ settings: 2 });
    browser.runtime.sendMessage.mockResolvedValueOnce({ ok: true, value: { settings: 2 } });
    expect(await mirroredArea().get('settings')).toEqual({ settings: 2 });
  });

  it('are as they were if the disk is full', async () => {
    const area = createBackgroundArea();
    await area.set({ settings });
    diskIsFull();
    await expect(area.set({ settings: { connected: false } })).rejects.toThrow();
    expect(await readAll(area)).toEqual({ settings });
    expect((await mirroredArea().get('settings'))['settings']).toEqual(settings);
  });

  it('fail to be read if the bytes of one have changed; the others stay, and a new value takes its place', async () => {
    const area = createBackgroundArea();
    await area.set({ settings, playback: 1 });
    damageBytes((value) => value === 'damaged');
    await area.set({ settings: 'damaged' }).catch(() => undefined);
    await expect(area.mirror()).rejects.toSatisfy(isDamagedDatabase);
    await expect(area.get('settings')).rejects.toSatisfy(isDamagedDatabase);
    expect((await area.get('playback'))['playback']).toBe(1);
    await area.set({ settings });
    expect(await readAll(area)).toEqual({ settings, playback: 1 });
  });

  it('are the last of several that are stored at the same moment', async () => {
    const area = createBackgroundArea();
    await Promise.all([1, 2, 3].map((count) => area.set({ settings: count })));
    expect([await readAll(area), browser.storage.session.values['settings']]).toEqual([{ settings: 3 }, 3]);
  });
});

describe('values in Firefox that never remembers history', () => {
  beforeEach(() => void refuseDatabases());

  it('are in storage.session alone, where content scripts do not reach, and outlive the background', async () => {
    await createBackgroundArea().set({ settings });
    await Promise.all(['a', 'b'].map((playback) => createBackgroundArea().set({ playback })));
    expect(await readAll()).toEqual({ settings, playback: 'b' });
    expect((await mirroredArea().get('settings'))['settings']).toEqual(settings);
    expect(browser.storage.local.values).toEqual({});
  });

  it('are said to be in memory only, before anything is stored', async () => {
    expect(await createBackgroundArea().mirror()).toEqual({});
    expect(browser.storage.session.values).toEqual({ mirrored: [], 'memory-only': true });
  });

  it('are removed, and nothing else', async () => {
    const area = createBackgroundArea();
    browser.storage.session.values['token'] = 3;
    await area.set({ settings });
    await area.clear();
    expect(await readAll(area)).toEqual({});
    expect(browser.storage.session.values).toEqual({ mirrored: [], 'memory-only': true, token: 3 });
  });
});

describe('a page of Firefox', () => {
  it('asks the background while there is no copy, as after the browser’s start', async () => {
    browser.runtime.sendMessage.mockResolvedValue({ ok: true, value: { settings } });
    expect((await mirroredArea().get('settings'))['settings']).toEqual(settings);
    expect(browser.runtime.sendMessage).toHaveBeenCalledWith({ name: 'readValues', request: {} });
  });

  it('writes by a message to the background', async () => {
    browser.runtime.sendMessage.mockResolvedValue({ ok: true, value: null });
    await mirroredArea().set({ settings });
    await mirroredArea().clear();
    expect(browser.runtime.sendMessage.mock.calls).toEqual([
      [{ name: 'writeValues', request: { settings } }],
      [{ name: 'clearValues', request: {} }],
    ]);
  });

  it.each([{ ok: false }, undefined])('rejects if the background answers %o', async (answer) => {
    browser.runtime.sendMessage.mockResolvedValue(answer);
    await expect(mirroredArea().get('settings')).rejects.toThrow();
    await expect(mirroredArea().set({ settings })).rejects.toThrow();
    await expect(mirroredArea().clear()).rejects.toThrow();
  });

  it('rejects if the background does not answer in time', async () => {
    vi.useFakeTimers();
    browser.runtime.sendMessage.mockReturnValue(new Promise(() => undefined));
    const reading = expect(mirroredArea().get('settings')).rejects.toThrow('could not read or store');
    await vi.advanceTimersByTimeAsync(5000);
    await reading;
    vi.useRealTimers();
  });
});
