// IndexedDB in memory. Real Firefox: tests/e2e/message-checks.test.ts.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mirroredArea } from './mirrored-area.ts';
import { createBackgroundArea } from './background-area.ts';

type Values = Record<string, unknown>;

const fakeArea = () => {
  const area = {
    values: {} as Values,
    sets: 0,
    get(keys: string | string[] | null) {
      const wanted = keys === null ? Object.keys(area.values) : [keys].flat();
      const found = wanted.filter((key) => key in area.values);
      return Promise.resolve(Object.fromEntries(found.map((key) => [key, area.values[key]])));
    },
    set(values: Values) {
      area.sets += 1;
      area.values = structuredClone({ ...area.values, ...values });
      return Promise.resolve();
    },
    remove(keys: string | string[]) {
      for (const key of [keys].flat()) Reflect.deleteProperty(area.values, key);
      return Promise.resolve();
    },
    clear() {
      area.values = {};
      return Promise.resolve();
    },
    onChanged: { addListener: () => undefined, removeListener: () => undefined },
  };
  return area;
};

const browser = vi.hoisted(() => ({
  storage: {} as Record<'local' | 'session', ReturnType<typeof fakeArea>>,
  runtime: { sendMessage: vi.fn<(message: unknown) => Promise<unknown>>() },
}));
vi.mock('../webextension/browser.ts', () => ({ browser }));

const settings = { connected: true, sitesOff: ['a.example'] };
const former = { settings, playback: { volume: 0.5 }, grey: null };
const planted = { settings: { connected: false }, playback: { volume: 1 } };

const failing = (message: string) => () => Promise.reject(new Error(message));
const diskIsFull = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  browser.storage = { local: fakeArea(), session: fakeArea() };
  browser.runtime.sendMessage.mockReset().mockRejectedValue(new Error('no answer'));
});
afterEach(() => vi.restoreAllMocks());

/** A database as an earlier version has left it; each opens the history at its start. */
const leave = (name: string) =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });

/** Loses the database of the values, and no other; none of the others has contents here. */
const loseValues = async () => {
  const others = (await indexedDB.databases()).filter(({ name }) => name !== 'waylark-values');
  vi.stubGlobal('indexedDB', new IDBFactory());
  for (const { name = '' } of others) await leave(name);
};

/** As after the start of a background. */
const readAll = async (area = createBackgroundArea()) => {
  const keys = ['settings', 'playback', 'grey'];
  const read = await Promise.all(keys.map(async (key) => [key, (await area.get(key))[key]] as const));
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
};

describe('the values of an earlier version', () => {
  beforeEach(async () => {
    await leave('waylark-history');
    browser.storage.local.values = { ...former };
  });

  it('are moved out of storage.local once, and what is found there later is not believed', async () => {
    expect(await readAll()).toEqual(former);
    expect(browser.storage.local.values).toEqual({});
    browser.storage.local.values = { ...planted };
    expect(await readAll()).toEqual(former);
    expect(await createBackgroundArea().mirror()).toEqual(former);
  });

  it('are complete after the background was stopped before they were removed', async () => {
    vi.spyOn(browser.storage.local, 'clear').mockImplementationOnce(failing('stopped'));
    expect(await readAll()).toEqual(former);
    browser.storage.local.values = { ...planted };
    expect(await readAll()).toEqual(former);
    expect(browser.storage.local.values).toEqual({});
  });

  it('are complete after the background was stopped while they were copied', async () => {
    const put = IDBObjectStore.prototype.put;
    let count = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...all) {
      const request = put.apply(this, all);
      count += 1;
      if (count === 4) this.transaction.abort();
      return request;
    });
    expect(await readAll(createBackgroundArea())).toEqual(former);
    vi.restoreAllMocks();
    expect(await readAll()).toEqual(former);
    expect(browser.storage.local.values).toEqual({});
  });

  it('are read where they are while the disk is full, and moved as soon as there is space', async () => {
    diskIsFull();
    const area = createBackgroundArea();
    expect(await readAll(area)).toEqual(former);
    await expect(area.set({ settings: {} })).rejects.toThrow();
    expect(await area.mirror()).toEqual(former);
    expect(browser.storage.local.values).toEqual(former);

    vi.restoreAllMocks();
    await area.set({ playback: { volume: 0.25 } });
    expect(await readAll(area)).toEqual({ ...former, playback: { volume: 0.25 } });
    expect(browser.storage.local.values).toEqual({});
  });
});

describe('values in storage.local, which content scripts can write, are not believed', () => {
  it('if nothing was stored before, or the browser has lost all databases', async () => {
    browser.storage.local.values = { ...planted };
    expect(await readAll()).toEqual({});
    expect(browser.storage.local.values).toEqual({});
  });

  it('if the browser has lost the database of the values, after they were moved', async () => {
    await leave('waylark-history');
    browser.storage.local.values = { ...former };
    vi.spyOn(browser.storage.local, 'clear').mockImplementationOnce(failing('stopped'));
    expect(await readAll(createBackgroundArea())).toEqual(former);
    expect(await readAll(createBackgroundArea())).toEqual(former);

    await loseValues();
    browser.storage.local.values = { ...planted };
    expect(await readAll()).toEqual({});
    expect(browser.storage.local.values).toEqual({});
    expect(await readAll()).toEqual({});
  });
});

describe('values that the background of Firefox stores', () => {
  it('are read by its pages from storage.session, without a message', async () => {
    const area = createBackgroundArea();
    await area.set({ settings });
    await area.set({ grey: 1 });
    expect((await mirroredArea().get('settings'))['settings']).toEqual(settings);
    expect((await mirroredArea().get('grey'))['grey']).toBe(1);
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
    const { sets } = browser.storage.session;
    await createBackgroundArea().mirror();
    expect(browser.storage.session.sets).toBe(sets);
  });

  it('are removed together with their copies, and stay in no other place', async () => {
    browser.storage.local.values = { ...former };
    const area = createBackgroundArea();
    await area.set({ settings });
    browser.storage.session.values['token'] = 3;
    await area.clear();
    expect(await readAll(area)).toEqual({});
    expect(browser.storage.session.values).toEqual({ mirrored: [], token: 3 });
    browser.storage.local.values = { ...planted };
    expect(await readAll()).toEqual({});
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

  it('are the last of several that are stored at the same moment', async () => {
    const area = createBackgroundArea();
    await Promise.all([1, 2, 3].map((count) => area.set({ settings: count })));
    expect([await readAll(area), browser.storage.session.values['settings']]).toEqual([{ settings: 3 }, 3]);
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
    const reading = expect(mirroredArea().get('settings')).rejects.toThrow('does not answer');
    await vi.advanceTimersByTimeAsync(5000);
    await reading;
    vi.useRealTimers();
  });
});
