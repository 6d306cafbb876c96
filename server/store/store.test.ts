import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { noExpiry } from '../../lib/validity/contract.ts';
import { type ImportedLink, linkGrace, type NewLink, type Package, type Store } from './contract.ts';
import { stores } from '../../tests/support/service/every-store.ts';
import { removeCluster } from '../../tests/support/service/test-commands.ts';
import { auditLifetime, targetHost } from './operator-contract.ts';

afterAll(removeCluster);

const now = Math.floor(Date.now() / 1000);
const always = { total: 100, startsAt: 0, expiresAt: noExpiry };
const link = 'https://one.example/';
const other = 'https://two.example/';
const hashOf = (byte: number) => new Uint8Array(32).fill(byte);
const owner = { secretId: 'owner', keyHash: hashOf(7) };
const application = (secretId: string) => ({ ...owner, secretId, perSecond: 5, perMinute: 7 });
const whole = { after: '', pageSize: 100 };
const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id);
/** What a store answers about a link that was just added. */
const fresh = (id: string) => ({ id, link, expiresAt: now + 60, removedAt: null, maxOpens: null, opens: 0 });
/** What `call` returns, so many times at once. */
const atOnce = <T>(times: number, call: (turn: number) => T | Promise<T>) =>
  Promise.all(Array.from({ length: times }, async (_, turn) => call(turn)));

describe.for(stores)('the store on $name', ({ isThere, open }) => {
  describe.skipIf(!isThere)('keeps its contract:', () => suite(open));
});

function suite(open: () => Promise<Store>): void {
  /** A store with the application "owner". */
  async function storeWith(packages: readonly Package[] = [always]) {
    const store = await open();
    onTestFinished(() => store.close());
    await store.addApplication(application('owner'), packages);

    const add = async (id: string, { at = now, ...more }: Partial<NewLink> & { at?: number } = {}) =>
      store.addLink({ id, link, expiresAt: now + 60, secretId: 'owner', ...more }, at);
    const key = (id: string) => ({ id, secretId: 'owner' });
    const read = async (id: string) => store.readLink(key(id), now);
    const used = async () => (await store.listPackages('owner')).map((each) => each.used);
    const all = async (host?: string) =>
      idsOf(await store.listLinks({ ...whole, ...(host !== undefined && { host }) }));
    const audit = (pageSize = 9) => store.listAudit({ before: undefined, pageSize });
    let files = 0;
    /** Imports links in one batch, each time from another file. */
    const importAll = async (links: readonly ImportedLink[]) => {
      files += 1;
      const importId = await store.beginImport('links-imported', 'owner', `${files}.csv`);
      return { importId, imported: await store.importLinks(links, { secretId: 'owner', importId }) };
    };
    return { store, add, key, read, used, all, audit, importAll };
  }

  const importable = (id: string, more: Partial<ImportedLink> = {}): ImportedLink => {
    const counted = { createdAt: 5, openedOn: 2, opens: 3 };
    return {
      id,
      link,
      expiresAt: now + 60,
      maxOpens: null,
      isEnding: id !== 'aB3dE6gH9k',
      ...counted,
      ...more,
    };
  };

  test('a SecretID with characters that no database stores belongs to nobody', async () => {
    const { store } = await storeWith();
    for (const secretId of ['own\0er', '\0', 'owner\0', '\ud800', "owner' OR '1'='1", 'x'.repeat(12_000)])
      expect(await store.findApplication(secretId)).toBeUndefined();
    expect(await store.findApplication('owner')).toMatchObject({ secretId: 'owner' });
  });

  test('a link is stored only together with its unit of a package', async () => {
    const { store, add, used } = await storeWith([{ ...always, total: 2 }]);
    expect(await add('same000000')).toBe('added');
    expect(await add('same000000', { link: other })).toBe('taken');
    expect(await store.findLink('same000000', now)).toMatchObject({ link });
    expect(await used()).toEqual([1]);
    expect(await add('other00000')).toBe('added');
    expect(await add('third00000')).toBe('no-package');
    expect(await store.findLink('third00000', now)).toBeUndefined();
    expect(await used()).toEqual([2]);
  });

  test('of adds at the same time, exactly as many succeed as there are units', async () => {
    const { add, used, all } = await storeWith([9, 16].map((total) => ({ ...always, total })));
    const outcomes = await atOnce(40, (n) => add(`link${n}`));
    expect(outcomes.join().match(/added/g)).toHaveLength(25);
    expect(outcomes.join().match(/no-package/g)).toHaveLength(15);
    expect((await used()).toSorted((a, b) => a - b)).toEqual([9, 16]);
    expect(await all()).toHaveLength(25);
  });

  test('the package that expires first is used first, and only in its time', async () => {
    const { add, store } = await storeWith([
      { total: 1, startsAt: 0, expiresAt: now + 300 },
      { total: 1, startsAt: 0, expiresAt: now + 200 },
      { total: 1, startsAt: now + 100, expiresAt: now + 150 },
      { total: 1, startsAt: 0, expiresAt: now },
    ]);
    await add('first00000');
    expect(await store.listPackages('owner')).toMatchObject([
      { expiresAt: now, used: 0 },
      { expiresAt: now + 150, used: 0 },
      { expiresAt: now + 200, used: 1, total: 1, startsAt: 0, secretId: 'owner' },
      { expiresAt: now + 300, used: 0 },
    ]);
    expect(await add('second0000', { at: now + 149 })).toBe('added');
    expect(await add('third00000', { at: now + 299 })).toBe('added');
    expect(await add('fourth0000', { at: now + 300 })).toBe('no-package');
  });

  test('a link is found for a week after its expiry, one without expiry always is', async () => {
    const { store, add } = await storeWith();
    await add('hour000000', { expiresAt: now + 3600 });
    await add('ever000000', { expiresAt: noExpiry });
    const hour = { ...fresh('hour000000'), expiresAt: now + 3600 };
    expect(await store.findLink('hour000000', now + 3600 + linkGrace - 1)).toEqual(hour);
    expect(await store.findLink('hour000000', now + 3600 + linkGrace)).toBeUndefined();
    expect(await store.findLink('ever000000', noExpiry - 1)).toMatchObject({ expiresAt: noExpiry });
    expect(await store.findLink('Hour000000', now)).toBeUndefined();
  });

  test('a link is stored as it is, also the longest and one in other alphabets', async () => {
    const { store, add } = await storeWith();
    const links = [`https://example.com/${'x'.repeat(32_768 - 20)}`, 'https://例え.jp/道?q=ü&🙂#§%00\\0'];
    for (const unusual of links) await add(`link${unusual.length}`, { link: unusual });
    for (const unusual of links)
      expect(await store.findLink(`link${unusual.length}`, now)).toMatchObject({ link: unusual });
  });

  test('a token names its application until it expires, and says when that has been removed', async () => {
    const { store } = await storeWith();
    const hash = hashOf(1);
    await store.addToken({ hash, ...owner, expiresAt: now + 60 });
    const found = await store.findTokenOwner(hash, now + 59);
    expect(found?.application).toMatchObject({ secretId: 'owner', perSecond: 5, perMinute: 7 });
    expect(new Uint8Array(found?.application?.keyHash ?? [])).toEqual(owner.keyHash);
    expect(await store.findTokenOwner(hash, now + 60)).toBeUndefined();
    expect(await store.findTokenOwner(hashOf(2), now)).toBeUndefined();

    expect(await store.removeApplication('owner')).toBe(true);
    expect(await store.findTokenOwner(hash, now)).toEqual({ application: undefined });
  });

  test('a removed application takes its packages along; its links stay', async () => {
    const { store, add } = await storeWith();
    await store.addApplication(application('other'), [always]);
    await add('stays00000');
    expect(await store.countApplications()).toBe(2);
    expect(await store.removeApplication('owner')).toBe(true);
    expect(await store.removeApplication('owner')).toBe(false);
    expect(await store.countApplications()).toBe(1);
    expect(await store.findApplication('owner')).toBeUndefined();
    expect((await store.listPackages()).map((each) => each.secretId)).toEqual(['other']);
    expect(await add('later00000')).toBe('no-package');
    expect(await store.findLink('stays00000', now)).toBeDefined();
  });

  test('in an aligned second or minute, exactly as many calls at once are accepted as may be, for each application and operation', async () => {
    const { store } = await storeWith();
    let secretId = '';
    const take = async (seconds: number, operation: 'add' | 'token', caller = secretId) => {
      const limits = { perSecond: seconds === 1 ? 3 : 1000, perMinute: seconds === 60 ? 3 : 1000 };
      return store.countCall({ secretId: caller, operation, limits }, Date.now() / 1000);
    };
    for (const seconds of [60, 1]) {
      const length = seconds * 1000;
      const window = () => Math.floor(Date.now() / length);
      let [before, left, waits]: [number, number, number[]] = [0, 0, []];
      do {
        secretId += '1';
        before = window();
        waits = (await atOnce(20, () => take(seconds, 'add'))).toSorted((a, b) => a - b);
        left = length - (Date.now() % length);
        // On the turn of a window, a new count begins.
      } while (window() !== before);
      expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
      // A millisecond for rounding, on either side.
      expect(waits.at(-1)).toBeLessThanOrEqual(length + 1);
      expect(waits[3]).toBeGreaterThanOrEqual(left - 1);
      expect(await take(seconds, 'token')).toBe(0);
      expect(await take(seconds, 'add', 'other')).toBe(0);
    }
    await expect.poll(() => take(1, 'add'), { timeout: 5000 }).toBe(0);
  });

  test('what has expired is deleted in portions, nothing else is', async () => {
    const { store, add, all } = await storeWith();
    for (let n = 0; n < 5; n += 1) await add(`gone00000${n}`, { expiresAt: now - 100 + n });
    await add('alive00000');
    await add('ever000000', { expiresAt: noExpiry });
    await store.addToken({ hash: hashOf(1), ...owner, expiresAt: now - 50 });
    await store.addToken({ hash: hashOf(2), ...owner, expiresAt: now + 50 });

    const purge = async (tokens: number) => store.deleteExpired({ links: now - 98, tokens }, 2);
    expect([await purge(now - 51), await purge(now - 50), await purge(now - 50)]).toEqual([2, 2, 0]);
    expect(await all()).toEqual(['alive00000', 'ever000000', 'gone000003', 'gone000004']);
    expect(await store.findTokenOwner(hashOf(2), now)).toBeDefined();
  });

  test('lists for the operator: applications, packages, links by sections', async () => {
    const { store, add } = await storeWith([]);
    await store.addApplication(application('another'), []);
    expect((await store.listApplications()).map(({ secretId }) => secretId)).toEqual(['another', 'owner']);
    expect(await add('unpaid0000')).toBe('no-package');
    expect(await store.addPackage('owner', always)).toBe(true);
    expect(await store.addPackage('nobody', always)).toBe(false);
    expect(await store.listPackages()).toMatchObject([{ secretId: 'owner', total: 100, used: 0 }]);

    for (const id of ['b000000000', 'B000000000', 'a000000000', '0000000000']) await add(id);
    expect(idsOf(await store.listLinks({ after: '', pageSize: 2 }))).toEqual(['0000000000', 'B000000000']);
    const second = await store.listLinks({ after: 'B000000000', pageSize: 3 });
    expect(idsOf(second)).toEqual(['a000000000', 'b000000000']);
    expect(second[0]).toMatchObject({ link, expiresAt: now + 60 });
  });

  test('a link of an application is read, changed and deleted by it alone, and each can be repeated', async () => {
    const { store, add, read: readLink, key: keyOf } = await storeWith();
    await add('mine000000');
    const key = keyOf('mine000000');
    const read = () => readLink(key.id);
    const row = { ...fresh(key.id), secretId: 'owner', createdAt: now, openedOn: null };
    expect(await read()).toEqual(row);
    for (const strange of [{ ...key, secretId: 'another' }, keyOf('Mine000000')]) {
      expect(await store.readLink(strange, now)).toBeUndefined();
      expect(await store.changeLink({ ...strange, expiresAt: now + 9 }, now)).toBeUndefined();
      expect(await store.deleteLink(strange, now)).toBe(false);
    }
    expect(await read()).toEqual(row);

    const [moved, longer] = [{ link: other }, { expiresAt: now + 90 }];
    for (const [change, changed] of [
      [moved, { ...row, ...moved }],
      [longer, { ...row, ...moved, ...longer }],
    ])
      for (const repeated of [change, change])
        expect(await store.changeLink({ ...key, ...repeated }, now)).toEqual(changed);
    for (const at of [now + 5, now + 7]) {
      expect(await store.deleteLink(key, at)).toBe(true);
      expect(await read()).toMatchObject({ expiresAt: now + 5, removedAt: now + 5 });
    }
    await store.changeLink({ ...key, link: 'https://three.example/' }, now);
    expect(await read()).toMatchObject({ expiresAt: now + 5, removedAt: now + 5 });
    await store.changeLink({ ...key, expiresAt: now + 90 }, now);
    expect(await read()).toMatchObject({ expiresAt: now + 90, removedAt: null });
  });

  test('a link can be read and revived for a week after its expiry, and not after it', async () => {
    const { store, add, key: keyOf } = await storeWith();
    await add('late000000');
    const key = keyOf('late000000');
    const expiry = now + 60;
    const gone = expiry + linkGrace;
    expect(await store.changeLink({ ...key, expiresAt: gone + 9 }, gone)).toBeUndefined();
    expect(await store.readLink(key, gone)).toBeUndefined();
    expect(await store.deleteLink(key, gone)).toBe(false);
    // Deleting what has expired does not prolong it.
    expect(await store.deleteLink(key, gone - 1)).toBe(true);
    expect(await store.readLink(key, now)).toMatchObject({ expiresAt: expiry });
    expect(await store.listOwnLinks('owner', whole, gone - 1)).toHaveLength(1);
    expect(await store.listOwnLinks('owner', whole, gone)).toEqual([]);
    expect(await store.changeLink({ ...key, expiresAt: gone + 9 }, gone - 1)).toBeDefined();
    expect(await store.findLink(key.id, gone)).toMatchObject({ expiresAt: gone + 9 });
  });

  test('imported links are stored if their identifiers are free, and were not endings before', async () => {
    const { store, add, read, used, audit, importAll } = await storeWith();
    await add('Spring', { link: other, isEnding: true });
    await add('summer', { isEnding: true });
    await add('autumn', { isEnding: true, expiresAt: now - 1 });
    await store.deleteExpired({ links: now, tokens: 0 }, 9);
    // They may differ in case only from identifiers that are there.
    await add('ab3dE6gH9k');

    const ids = ['Spring', 'summer', 'autumn', 'Autumn', 'aB3dE6gH9k'];
    const taken = async () =>
      Object.fromEntries((await store.findTaken(ids)).map((each) => [each.id, [each.link, each.secretId]]));
    const [Spring, mine, gone] = [
      [other, 'owner'],
      [link, 'owner'],
      ['', null],
    ];
    expect(await taken()).toEqual({ Spring, summer: mine, autumn: gone });
    const { importId, imported } = await importAll(ids.map((id) => importable(id, { maxOpens: 7 })));
    expect(imported).toEqual(['Autumn', 'aB3dE6gH9k']);
    const { isEnding, ...stored } = importable('aB3dE6gH9k', { maxOpens: 7 });
    expect(await read('aB3dE6gH9k')).toEqual({ ...stored, secretId: 'owner', removedAt: null });
    expect(isEnding).toBe(false);
    await store.revokeLinks(['summer'], now);
    const imports = { Autumn: mine, aB3dE6gH9k: mine };
    expect(await taken()).toEqual({ Spring, summer: gone, autumn: gone, ...imports });
    expect(await used()).toEqual([4]);

    expect(await store.findEnding('spring')).toBe('Spring');
    // A link with this identifier was not chosen by anyone.
    for (const lowerCase of ['Spring', 'autumn', 'ab3de6gh9k', 'unknown'])
      expect(await store.findEnding(lowerCase)).toBeUndefined();

    const winters = ['winter', 'Winter'].map((id) => importable(id));
    const owned = { secretId: 'owner', importId };
    expect(await store.importLinks(winters, owned)).toEqual(['winter', 'Winter']);
    expect(await add('WINTER', { isEnding: true })).toBe('taken');
    const broken = [importable('whole'), importable('broken', { createdAt: NaN })];
    await expect(async () => store.importLinks(broken, owned)).rejects.toThrow();
    expect(await store.findTaken(['whole'])).toEqual([]);
    // One line of the audit log for all batches.
    expect((await audit()).filter(({ action }) => action === 'links-imported')).toMatchObject([
      { id: importId, via: 'admin', secretId: 'owner', linkCount: 4 },
    ]);
    // Repeated, an import goes on.
    const begin = async (secretId: string, file: string) =>
      store.beginImport('links-imported', secretId, file);
    expect(await begin('owner', '1.csv')).toBe(importId);
    expect(await begin('owner', 'others.csv')).not.toBe(importId);
    expect(await begin('other', '1.csv')).not.toBe(importId);
  });

  test('an import is undone wholly, but for links that were opened or changed since', async () => {
    const { store, add, key, audit, importAll } = await storeWith();
    const kept = ['changed', 'limited', 'opened'];
    const free = ['Case', 'aB3dE6gH9k', 'case', 'deleted', 'revoked', 'variant'];
    const ids = [...kept, ...free];
    const importIds = (each: readonly string[]) =>
      importAll(each.map((id) => importable(id, { maxOpens: id === 'limited' ? 9 : null })));
    const { importId } = await importIds(ids);
    const later = await importIds(['Variant', 'later']);
    await add('other00000');
    await store.addOpens([{ id: 'opened', count: 1, day: 20_000 }]);
    await store.openLink('limited', now);
    await store.changeLink({ ...key('changed'), expiresAt: now + 99 }, now);
    await store.deleteLink(key('deleted'), now);
    await store.revokeLinks(['revoked'], now);

    const line = await store.beginImport('import-undone', 'owner', '1.csv');
    const undone: number[] = [];
    while (undone.at(-1) !== 0) undone.push(await store.undoImport(importId, line, 4));
    expect(undone).toEqual([4, 2, 0]);
    const undoing = { id: line, action: 'import-undone', secretId: 'owner', linkCount: 6 };
    expect(await audit(1)).toMatchObject([undoing]);
    const usedIds = async (page: typeof whole) => idsOf(await store.listUsedImports(importId, page));
    expect(await usedIds(whole)).toEqual(kept);
    expect(await usedIds({ after: 'changed', pageSize: 1 })).toEqual(['limited']);
    const others = ['Variant', 'later', 'other00000'];
    const left = idsOf(await store.findTaken([...ids, ...others]));
    expect(left.toSorted()).toEqual([...kept, ...others].toSorted());

    // What was forgotten can be an ending again; one that another import has in another case cannot.
    const addEnding = (id: string) => add(id, { link: other, isEnding: true });
    expect(await addEnding('CASE')).toBe('added');
    expect(await addEnding('VARIANT')).toBe('taken');
    const again = await importIds(ids);
    expect(again.imported.toSorted()).toEqual(free);
    expect(await store.undoImport(importId, line, 9)).toBe(0);
    expect(await store.undoImport(later.importId, line, 9)).toBe(2);
    expect(await addEnding('VARIANT')).toBe('taken');
    expect(await store.undoImport(again.importId, line, 9)).toBe(6);
    expect(await addEnding('VARIANT')).toBe('added');
  });

  test('the newest verified backup is known', async () => {
    const { store, audit } = await storeWith();
    expect(await store.verifiedBackupAt()).toBeUndefined();
    await store.addVerifiedBackup();
    expect(Math.abs(((await store.verifiedBackupAt()) ?? 0) - now)).toBeLessThan(300);
    expect(await audit(1)).toMatchObject([{ via: 'admin', action: 'backup-verified', secretId: '' }]);
  });

  test('an application lists its own links alone, by sections', async () => {
    const { store, add } = await storeWith();
    await store.addApplication(application('another'), [always]);
    for (const id of ['b000000000', 'B000000000', 'a000000000']) await add(id);
    await add('b111111111', { link: other, secretId: 'another' });
    const list = async (after: string, pageSize: number) =>
      idsOf(await store.listOwnLinks('owner', { after, pageSize }, now));
    expect(await list('', 2)).toEqual(['B000000000', 'a000000000']);
    expect(await list('a000000000', 2)).toEqual(['b000000000']);
  });

  test('a revoked link is erased: it was removed, nobody owns it, and its identifier is not given out', async () => {
    const { store, add, all, key } = await storeWith();
    for (const id of ['one0000000', 'two0000000', 'stays00000']) await add(id);
    await store.revokeLinks(['one0000000', 'two0000000', 'none000000'], now + 1);
    await store.revokeLinks(['one0000000'], now + 2);
    const erased = { link: '', expiresAt: now + 1, removedAt: now + 1 };
    expect(await store.findLink('one0000000', now)).toMatchObject(erased);
    expect(await store.changeLink({ ...key('one0000000'), expiresAt: now + 90 }, now)).toBeUndefined();
    expect(await add('one0000000')).toBe('taken');
    expect(await all()).toEqual(['stays00000']);
  });

  test('the audit log has who changed what and why, for a year', async () => {
    const { store, add, audit, key: keyOf } = await storeWith();
    for (const id of ['one0000000', 'two0000000']) await add(id);
    const key = keyOf('one0000000');
    await store.changeLink({ ...key, expiresAt: now + 90 }, now);
    await store.changeLink({ ...key, secretId: 'another', link: other }, now);
    // Repeated after an answer that was lost, a change has one line.
    for (let times = 0; times < 2; times += 1) await store.changeLink({ ...key, link: other }, now);
    await store.addPackage('owner', { ...always, total: 4 });
    await store.addPackage('nobody', always);
    const by = { via: 'page', who: 'anna', reason: 'Phishing, ticket 4711' } as const;
    await store.revokeLinks(['two0000000', 'none000000'], now, by);
    const admin = { via: 'admin', who: '', reason: '' } as const;
    await store.revokeLinks(['two0000000', 'one0000000'], now, admin);
    await add('six0000000');
    await store.addRevocation({ secretId: 'owner', linkCount: 1, host: 'one.example', reason: 'Spam' });
    await store.revokeLinks(['six0000000'], now);
    for (const id of ['owner', 'nobody']) await store.removeApplication(id, 'Gone');

    const lines = await audit();
    const line = { secretId: 'owner', linkId: '', who: '', linkCount: null, host: '', reason: '' };
    expect(lines.toReversed()).toMatchObject([
      { ...line, via: 'admin', action: 'application-added' },
      { ...line, via: 'api', action: 'link-changed', linkId: 'one0000000' },
      { ...line, via: 'admin', action: 'package-added', linkCount: 4 },
      { ...line, via: 'page', action: 'link-revoked', linkId: 'two0000000', who: 'anna', reason: by.reason },
      { ...line, via: 'admin', action: 'link-revoked', linkId: 'one0000000' },
      { ...line, via: 'admin', action: 'links-revoked', linkCount: 1, host: 'one.example', reason: 'Spam' },
      { ...line, via: 'admin', action: 'application-revoked', reason: 'Gone' },
    ]);
    const newest = lines[0]?.at ?? 0;
    expect(Math.abs(newest - Date.now() / 1000)).toBeLessThan(60);
    expect(await store.listAudit({ before: lines[1]?.id, pageSize: 2 })).toEqual(lines.slice(2, 4));

    const left = async (tokens: number) => {
      await store.deleteExpired({ links: 0, tokens }, 100);
      return (await audit()).length;
    };
    expect(await left(now)).toBe(7);
    expect(await left(newest + 1 + auditLifetime)).toBe(0);
  });

  test("a link to the operator's page is used once, and its session works until it ends", async () => {
    const { store, audit } = await storeWith();
    const use = async (opened: number, session: number, at = now) =>
      store.useOperatorLink(
        { linkHash: hashOf(opened), sessionHash: hashOf(session), expiresAt: at + 3600 },
        at,
      );
    for (const created of [1, 2]) await store.addOperatorLink(hashOf(created), now + 600);
    const uses = await atOnce(8, (turn) => use(1, 10 + turn));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect([await use(2, 20, now + 600), await use(3, 20)]).toEqual([false, false]);
    expect(await store.findOperatorLink(hashOf(1))).toEqual({ usedAt: now, expiresAt: now + 3600 });
    expect(await audit(2)).toMatchObject([
      { via: 'page', action: 'page-opened' },
      { via: 'admin', action: 'operator-link-created' },
    ]);

    const session = hashOf(10 + uses.indexOf(true));
    expect(await store.findOperatorSession(session, now + 3599)).toEqual({ expiresAt: now + 3600 });
    expect(await store.findOperatorSession(session, now + 3600)).toBeUndefined();
    await store.endOperatorSession(session);
    expect(await store.findOperatorSession(session, now)).toBeUndefined();
  });

  test('links are listed by the host that they lead to, until they are changed or revoked', async () => {
    const { store, add, key, all } = await storeWith();
    const long = `https://${'x'.repeat(4000)}.example/`;
    await add('plain00000', { link: 'https://user@Evil.example:8443/a' });
    await add('dotted0000', { link: 'http://evil.example./' });
    await add('longest000', { link: long });
    expect(await all('evil.example')).toEqual(['dotted0000', 'plain00000']);
    expect(await all(targetHost(long))).toEqual(['longest000']);

    await store.changeLink({ ...key('plain00000'), expiresAt: now + 90 }, now);
    expect(await all('evil.example')).toHaveLength(2);
    await store.changeLink({ ...key('plain00000'), link: 'https://bücher.example/' }, now);
    await store.revokeLinks(['dotted0000'], now);
    expect(await all('evil.example')).toEqual([]);
    expect(await all('xn--bcher-kva.example')).toEqual(['plain00000']);
  });

  test('of forty opens at the same time, a link with a limit takes as many as it may', async () => {
    const { store, add, read } = await storeWith();
    await add('three00000', { maxOpens: 3 });
    const opens = await atOnce(40, () => store.openLink('three00000', now));
    expect(opens.filter((found) => found?.link === link)).toHaveLength(3);
    expect(await read('three00000')).toMatchObject({ opens: 3, openedOn: Math.floor(now / 86_400) });
    await add('unlimited0');
    for (const id of ['unlimited0', 'missing000']) expect(await store.openLink(id, now)).toBeUndefined();
    await add('expired000', { maxOpens: 3 });
    expect(await store.openLink('expired000', now + 60)).toBeUndefined();
  });

  test('a link that was removed by a clock that is ahead is opened no more', async () => {
    const { store, add, key } = await storeWith();
    for (const id of ['deleted000', 'revoked000']) await add(id, { maxOpens: 3 });
    await store.deleteLink(key('deleted000'), now + 30);
    await store.revokeLinks(['revoked000'], now + 30);
    for (const id of ['deleted000', 'revoked000']) {
      expect(await store.openLink(id, now)).toBeUndefined();
      expect(await store.findLink(id, now)).toMatchObject({ removedAt: now + 30, opens: 0 });
    }
  });

  test('opens are added to their links, also by several at once, and the last day stays', async () => {
    const { store, add } = await storeWith();
    const ids = Array.from({ length: 20 }, (_, n) => `link${n}`);
    for (const id of ids) await add(id);
    await atOnce(8, async (turn) => {
      const order = turn % 2 === 0 ? ids : ids.toReversed();
      await store.addOpens([...order, 'missing000'].map((id) => ({ id, count: 2, day: 100 + turn })));
    });
    for (const found of await store.listOwnLinks('owner', whole, now))
      expect(found).toMatchObject({ opens: 16, openedOn: 107 });
  });

  test('a link with as many opens as can be imported spoils the counts of no other', async () => {
    const { store, add, importAll } = await storeWith();
    await importAll([importable('busy', { opens: 2 ** 31 - 1 })]);
    await add('aB3dE6gH9k');
    await store.addOpens(['busy', 'aB3dE6gH9k'].map((id) => ({ id, count: 2, day: 100 })));
    expect(await store.findOwnedLink('aB3dE6gH9k')).toMatchObject({ opens: 2 });
  });

  test('an ending is given out once, in any case, also after its link is gone and to an application without a unit', async () => {
    const { add, store, used } = await storeWith([{ ...always, total: 21 }]);
    const addEnding = (id: string) => add(id, { expiresAt: now - linkGrace, maxOpens: 3, isEnding: true });
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all([`Spring-${round}`, `spring-${round}`].map(addEnding));
      expect(outcomes.toSorted()).toEqual(['added', 'taken']);
    }
    expect((await store.listLinks(whole))[0]).toMatchObject({ maxOpens: 3 });
    expect(await store.deleteExpired({ links: now - linkGrace, tokens: 0 }, 99)).toBe(20);
    expect(await addEnding('SPRING-1')).toBe('taken');
    expect([await used(), await addEnding('Sale')]).toEqual([[20], 'added']);
    expect([await addEnding('sale'), await addEnding('Sale-2027')]).toEqual(['taken', 'no-package']);
    expect(await store.findEnding('sale-2027')).toBeUndefined();
  });

  const issuer = 'https://sign-in.example';
  const firstToken = { secretId: 'owner', refreshToken: 'first' };
  const signIn = { secretId: 'owner', name: 'Anna', perSecond: 5, perMinute: 7, refreshToken: 'first' };

  /** A store with the application "owner" of the person "anna", whose connection code works. */
  async function storeWithPerson() {
    const created = await storeWith();
    const { store } = created;
    const isValid = async (hash: Uint8Array) =>
      (await store.findTokenOwner(hash, now))?.application !== undefined;
    const addToken = async (byte: number, keyHash: Uint8Array) => {
      await store.addToken({ hash: hashOf(byte), secretId: 'owner', keyHash, expiresAt: now + 60 });
      return hashOf(byte);
    };
    const anna = async () => store.findPerson({ issuer, subject: 'anna' });
    const setKey = async (keyHash: Uint8Array | null, at: number) =>
      store.setPersonKey({ secretId: 'owner' }, keyHash, at);
    await store.addPerson({ issuer, subject: 'anna', secretId: 'owner' }, now);
    await store.updatePerson(signIn, now);
    await setKey(owner.keyHash, now);
    return { ...created, isValid, addToken, anna, setKey };
  }

  test('a person is who the provider says, and keeps the application that was first', async () => {
    const { store, anna } = await storeWithPerson();
    await store.addApplication(application('other'), [always]);
    await store.addPerson({ issuer, subject: 'anna', secretId: 'other' }, now + 1);
    // The same person in several browsers at once.
    await atOnce(3, (turn) => store.addPerson({ issuer, subject: 'ben', secretId: `${turn}` }, now));
    const again = async () => (await store.findPerson({ issuer, subject: 'ben' }))?.secretId;
    expect(['0', '1', '2']).toContain(await again());
    await store.removePerson((await again()) ?? '');
    expect(await again()).toBeUndefined();
    const connected = { state: 'connected', since: now, refreshToken: 'first', signOuts: 0 };
    expect(await anna()).toEqual({ issuer, subject: 'anna', secretId: 'owner', ...connected });
    expect(await store.findPerson({ issuer, subject: 'Anna' })).toBeUndefined();
    expect(await store.findPerson({ issuer: 'https://else.example', subject: 'anna' })).toBeUndefined();
    await store.updatePerson({ ...signIn, name: 'Anna B.', perSecond: 2, perMinute: 9 }, now);
    const [, listed] = await store.listApplications();
    expect(listed).toMatchObject({ secretId: 'owner', name: 'Anna B.', perSecond: 2, perMinute: 9 });
    expect(await store.listPeople()).toMatchObject([{ secretId: 'owner', name: 'Anna B.' }]);
  });

  test('a new key or none: the one before and its tokens are refused at once, the links stay', async () => {
    const { store, add, read, audit, isValid, addToken, anna, setKey } = await storeWithPerson();
    await add('stays00000');
    const before = await addToken(1, owner.keyHash);
    expect(await isValid(before)).toBe(true);

    const keyHash = hashOf(8);
    for (let times = 0; times < 2; times += 1) expect(await setKey(keyHash, now + 1)).toBe(true);
    expect((await audit()).filter(({ action }) => action === 'key-created')).toHaveLength(1);
    const after = await addToken(2, keyHash);
    // A caller that was recognized just before.
    const late = await addToken(3, owner.keyHash);
    expect([await isValid(before), await isValid(after), await isValid(late)]).toEqual([false, true, false]);
    expect(await read('stays00000')).toBeDefined();

    // Two callers have read the same state: one of them gives the key.
    const state = { secretId: 'owner', state: 'connected', since: now + 1 } as const;
    const given = await atOnce(2, (turn) => store.setPersonKey(state, hashOf(6 + turn), now + 2));
    expect(given.toSorted()).toEqual([false, true]);
    const stored = (await store.findApplication('owner'))?.keyHash ?? [];
    expect(new Uint8Array(stored)).toEqual(hashOf(6 + given.indexOf(true)));
    for (const stale of [state, { ...state, state: 'disconnected', since: now + 2 } as const])
      expect(await store.setPersonKey(stale, keyHash, now + 2)).toBe(false);

    expect(await setKey(null, now + 2)).toBe(true);
    expect(await isValid(after)).toBe(false);
    expect(await anna()).toMatchObject({ state: 'disconnected', since: now + 2 });
    expect(new Uint8Array((await store.findApplication('owner'))?.keyHash ?? [])).toEqual(hashOf(0));
  });

  test('the times that a person has signed out are counted', async () => {
    const { store, anna } = await storeWithPerson();
    await atOnce(2, () => store.signOut('owner'));
    await store.signOut('nobody');
    expect(await anna()).toMatchObject({ signOuts: 2, state: 'connected' });
  });

  test('a refused refresh token takes the key away until the next sign-in, unless there was one meanwhile', async () => {
    const { store, isValid, addToken, anna, setKey } = await storeWithPerson();
    const token = await addToken(1, owner.keyHash);
    await store.renewPerson(firstToken, 'second');
    await store.renewPerson(firstToken, 'lost');
    expect(await store.refusePerson(firstToken, now)).toBe(false);
    expect([await isValid(token), (await anna())?.refreshToken]).toEqual([true, 'second']);

    expect(await store.refusePerson({ secretId: 'owner', refreshToken: 'second' }, now + 1)).toBe(true);
    expect(await anna()).toMatchObject({ state: 'refused', since: now + 1, refreshToken: null });
    expect(await setKey(owner.keyHash, now)).toBe(false);
    expect(await isValid(token)).toBe(false);

    await store.updatePerson(signIn, now + 2);
    expect(await anna()).toMatchObject({ state: 'disconnected', since: now + 2, refreshToken: 'first' });
    expect(await setKey(owner.keyHash, now + 3)).toBe(true);
  });

  test('the provider is asked about a person by one of those who ask at the same time, and once a minute', async () => {
    const { store, anna } = await storeWithPerson();
    expect(await store.findOwner('owner')).toEqual(await anna());
    expect(await store.findOwner('nobody')).toBeUndefined();
    const claim = async (at: number) => store.claimPerson('owner', at);
    const claims = await atOnce(5, () => claim(now));
    expect(claims.filter(Boolean)).toHaveLength(1);
    // Also by an instance whose clock is behind.
    for (const at of [now, now + 59, now - 59]) expect(await claim(at)).toBe(false);
    expect(await claim(now + 60)).toBe(true);
    // The clock was set back.
    expect(await claim(now - 600)).toBe(true);
    expect(await store.claimPerson('nobody', now)).toBe(false);
  });

  test('a person whose application was removed gets no key, until all that is stored of the person is removed', async () => {
    const { store, anna, setKey } = await storeWithPerson();
    await store.removeApplication('owner');
    await store.updatePerson(signIn, now);
    expect(await setKey(owner.keyHash, now)).toBe(false);
    expect(await anna()).toMatchObject({ state: 'removed', refreshToken: null });
    expect(await store.listPeople()).toMatchObject([{ subject: 'anna', state: 'removed', name: '' }]);

    expect(await store.removePerson('owner')).toBe(true);
    expect(await store.removePerson('owner')).toBe(false);
    expect(await anna()).toBeUndefined();
    await store.addApplication(application('owner'), []);
    await store.addPerson({ issuer, subject: 'anna', secretId: 'owner' }, now);
    expect(await store.removePerson('owner')).toBe(true);
    expect(await store.countApplications()).toBe(0);
  });
}
