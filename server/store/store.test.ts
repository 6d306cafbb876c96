import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { noExpiry } from '../../lib/validity/contract.ts';
import { type Application, linkGrace, type Package, type Store } from './contract.ts';
import { removeCluster, stores } from '../../tests/support/service/every-store.ts';
import { auditLifetime, instanceLifetime, targetHost, week } from './operator-contract.ts';

afterAll(removeCluster);

const now = Math.floor(Date.now() / 1000);
const always = { total: 100, startsAt: 0, expiresAt: noExpiry };

function application(secretId: string): Application {
  return { secretId, keyHash: new Uint8Array(32).fill(7), perSecond: 5, perMinute: 7 };
}

/** What a token of the application "owner" is stored with. */
const owner = { secretId: 'owner', keyHash: application('owner').keyHash };

describe.for(stores)('the store on $name', ({ isThere, open }) => {
  describe.skipIf(!isThere)('keeps its contract:', () => suite(open));
});

function suite(open: () => Promise<Store>): void {
  /** A store with the application "owner". */
  async function storeWith(packages: readonly Package[] = [always]) {
    const store = await open();
    onTestFinished(() => store.close());
    await store.addApplication(application('owner'), packages);

    const add = async (id: string, { link = 'https://one.example/', expiresAt = now + 60, at = now } = {}) =>
      store.addLink({ id, link, expiresAt, secretId: 'owner' }, at);
    const used = async () => (await store.listPackages('owner')).map((each) => each.used);
    return { store, add, used };
  }

  test('a SecretID with characters that no database stores belongs to nobody', async () => {
    const { store } = await storeWith();
    for (const secretId of ['own\0er', '\0', 'owner\0', '\ud800', "owner' OR '1'='1", 'x'.repeat(12_000)])
      expect(await store.findApplication(secretId)).toBeUndefined();
    expect(await store.findApplication('owner')).toMatchObject({ secretId: 'owner' });
  });

  test('a link is stored only together with its unit of a package', async () => {
    const { store, add, used } = await storeWith([{ ...always, total: 2 }]);
    expect(await add('same000000')).toBe('added');
    expect(await add('same000000', { link: 'https://two.example/' })).toBe('taken');
    expect(await store.findLink('same000000', now)).toMatchObject({ link: 'https://one.example/' });
    expect(await used()).toEqual([1]);
    expect(await add('other00000')).toBe('added');
    expect(await add('third00000')).toBe('no-package');
    expect(await store.findLink('third00000', now)).toBeUndefined();
    expect(await used()).toEqual([2]);
  });

  test('of adds at the same time, exactly as many succeed as there are units', async () => {
    const { add, used, store } = await storeWith([
      { ...always, total: 9 },
      { ...always, total: 16 },
    ]);
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => add(`link${n}`)));
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(25);
    expect(outcomes.filter((outcome) => outcome === 'no-package')).toHaveLength(15);
    expect((await used()).toSorted((a, b) => a - b)).toEqual([9, 16]);
    expect(await store.listLinks({ after: '', pageSize: 100 })).toHaveLength(25);
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
    expect(await store.findLink('hour000000', now + 3600 + linkGrace - 1)).toEqual({
      id: 'hour000000',
      link: 'https://one.example/',
      expiresAt: now + 3600,
      removedAt: null,
      maxOpens: null,
      opens: 0,
    });
    expect(await store.findLink('hour000000', now + 3600 + linkGrace)).toBeUndefined();
    expect(await store.findLink('ever000000', noExpiry - 1)).toMatchObject({ expiresAt: noExpiry });
    expect(await store.findLink('Hour000000', now)).toBeUndefined();
  });

  test.each([
    ['the longest', `https://example.com/${'x'.repeat(32_768 - 20)}`],
    ['one that compresses badly', `https://example.com/${incompressible(32_000)}`],
    ['one in other alphabets', 'https://例え.jp/道?q=ü&🙂#§%00\\0'],
  ])('a link is stored as it is: %s', async (_, link) => {
    const { store, add } = await storeWith();
    expect(await add('aB3dE6gH9k', { link })).toBe('added');
    expect(await store.findLink('aB3dE6gH9k', now)).toMatchObject({ link });
  });

  test('a token names its application until it expires, and says when that has been removed', async () => {
    const { store } = await storeWith();
    const hash = new Uint8Array(32).fill(1);
    await store.addToken({ hash, ...owner, expiresAt: now + 60 });
    const found = await store.findTokenOwner(hash, now + 59);
    expect(found?.application).toMatchObject({ secretId: 'owner', perSecond: 5, perMinute: 7 });
    expect(Buffer.from(found?.application?.keyHash ?? []).equals(Buffer.alloc(32, 7))).toBe(true);
    expect(await store.findTokenOwner(hash, now + 60)).toBeUndefined();
    expect(await store.findTokenOwner(new Uint8Array(32).fill(2), now)).toBeUndefined();

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
    expect((await store.findApplication('other'))?.secretId).toBe('other');
    expect((await store.listPackages()).map((each) => each.secretId)).toEqual(['other']);
    expect(await add('later00000')).toBe('no-package');
    expect(await store.findLink('stays00000', now)).toBeDefined();
  });

  test('calls at the same time are counted exactly, for each application and operation', async () => {
    const { store } = await storeWith();
    const limits = { perSecond: 1000, perMinute: 7 };
    const take = async (secretId: string, operation: 'add' | 'token') =>
      store.countCall({ secretId, operation, limits }, Date.now() / 1000);
    await untilMinuteHas(10);

    const before = leftOfMinute();
    const waits = await Promise.all(Array.from({ length: 40 }, () => take('owner', 'add')));
    const after = leftOfMinute();
    expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
    // A millisecond for rounding, on either side.
    for (const wait of waits.filter((each) => each > 0)) {
      expect(wait).toBeLessThanOrEqual(before + 1);
      expect(wait).toBeGreaterThanOrEqual(after - 1);
    }
    expect(await take('owner', 'token')).toBe(0);
    expect(await take('other', 'add')).toBe(0);
    expect(await take('owner', 'add')).toBeGreaterThan(0);
  });

  test('in an aligned second as many calls are accepted as may be, in the next one again', async () => {
    const { store } = await storeWith();
    const limits = { perSecond: 3, perMinute: 1000 };
    const take = async (secretId: string) =>
      store.countCall({ secretId, operation: 'add', limits }, Date.now() / 1000);
    const second = () => Math.floor(Date.now() / 1000);

    let secretId = 'owner';
    let [before, waits]: [number, number[]] = [0, []];
    do {
      secretId += '1';
      before = second();
      waits = await Promise.all(Array.from({ length: 10 }, () => take(secretId)));
      // On the turn of a second, a new count begins.
    } while (second() !== before);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1001);
    await expect.poll(() => take(secretId), { timeout: 5000 }).toBe(0);
    expect(second()).toBeGreaterThan(before);
  });

  test('what has expired is deleted in portions, nothing else is', async () => {
    const { store, add } = await storeWith();
    for (let n = 0; n < 5; n += 1) await add(`gone00000${n}`, { expiresAt: now - 100 + n });
    await add('alive00000', { expiresAt: now + 60 });
    await add('ever000000', { expiresAt: noExpiry });
    for (const [byte, expiresAt] of [
      [1, now - 50],
      [2, now + 50],
    ] as const) {
      await store.addToken({ hash: new Uint8Array(32).fill(byte), ...owner, expiresAt });
    }

    expect(await store.deleteExpired({ links: now - 98, tokens: now - 51 }, 2)).toBe(2);
    expect(await store.deleteExpired({ links: now - 98, tokens: now - 50 }, 2)).toBe(2);
    expect(await store.deleteExpired({ links: now - 98, tokens: now - 50 }, 2)).toBe(0);
    expect((await store.listLinks({ after: '', pageSize: 9 })).map(({ id }) => id)).toEqual([
      'alive00000',
      'ever000000',
      'gone000003',
      'gone000004',
    ]);
    expect(await store.findTokenOwner(new Uint8Array(32).fill(2), now)).toBeDefined();
  });

  test('lists for the operator: applications, packages, links by sections', async () => {
    const { store, add } = await storeWith([]);
    await store.addApplication(application('another'), []);
    expect((await store.listApplications()).map(({ secretId }) => secretId)).toEqual(['another', 'owner']);
    expect(await add('unpaid0000')).toBe('no-package');
    expect(await store.addPackage('owner', { total: 4, startsAt: 0, expiresAt: now + 60 })).toBe(true);
    expect(await store.addPackage('nobody', { total: 4, startsAt: 0, expiresAt: now + 60 })).toBe(false);
    expect(await store.listPackages()).toMatchObject([{ secretId: 'owner', total: 4, used: 0 }]);

    for (const id of ['b000000000', 'B000000000', 'a000000000', '0000000000']) await add(id);
    const first = await store.listLinks({ after: '', pageSize: 2 });
    expect(first.map(({ id }) => id)).toEqual(['0000000000', 'B000000000']);
    const second = await store.listLinks({ after: 'B000000000', pageSize: 3 });
    expect(second.map(({ id }) => id)).toEqual(['a000000000', 'b000000000']);
    expect(second[0]).toMatchObject({ link: 'https://one.example/', expiresAt: now + 60 });
  });

  test('a link of an application is read, changed and deleted by it alone, and each can be repeated', async () => {
    const { store, add } = await storeWith();
    await add('mine000000');
    const key = { id: 'mine000000', secretId: 'owner' };
    const read = async () => store.readLink(key, now);
    const row = {
      id: 'mine000000',
      link: 'https://one.example/',
      expiresAt: now + 60,
      secretId: 'owner',
      createdAt: now,
      removedAt: null,
      maxOpens: null,
      opens: 0,
      openedOn: null,
    };
    expect(await read()).toEqual(row);
    for (const other of [
      { ...key, secretId: 'another' },
      { ...key, id: 'Mine000000' },
    ]) {
      expect(await store.readLink(other, now)).toBeUndefined();
      expect(await store.changeLink({ ...other, expiresAt: now + 9 }, now)).toBeUndefined();
      expect(await store.deleteLink(other, now)).toBe(false);
    }
    expect(await read()).toEqual(row);

    const changed = { ...row, link: 'https://two.example/' };
    for (let times = 0; times < 2; times += 1)
      expect(await store.changeLink({ ...key, link: changed.link }, now)).toEqual(changed);
    for (let times = 0; times < 2; times += 1)
      expect(await store.changeLink({ ...key, expiresAt: now + 90 }, now)).toEqual({
        ...changed,
        expiresAt: now + 90,
      });
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
    const { store, add } = await storeWith();
    await add('late000000');
    const key = { id: 'late000000', secretId: 'owner' };
    const expiry = now + 60;
    const gone = expiry + linkGrace;
    expect(await store.changeLink({ ...key, expiresAt: gone + 9 }, gone)).toBeUndefined();
    expect(await store.readLink(key, gone)).toBeUndefined();
    expect(await store.deleteLink(key, gone)).toBe(false);
    // Deleting what has expired does not prolong it.
    expect(await store.deleteLink(key, gone - 1)).toBe(true);
    expect(await store.readLink(key, now)).toMatchObject({ expiresAt: expiry });
    expect(await store.listOwnLinks('owner', { after: '', pageSize: 9 }, gone - 1)).toHaveLength(1);
    expect(await store.listOwnLinks('owner', { after: '', pageSize: 9 }, gone)).toEqual([]);
    expect(await store.changeLink({ ...key, expiresAt: gone + 9 }, gone - 1)).toBeDefined();
    expect(await store.findLink(key.id, gone)).toMatchObject({ expiresAt: gone + 9 });
  });

  test('imported links are stored if their identifiers are free, and were not endings before', async () => {
    const { store, add, used } = await storeWith();
    const link = 'https://one.example/';
    const importable = (id: string, isEnding = true) => {
      const times = { expiresAt: now + 60, createdAt: 5, openedOn: 2 };
      return { id, link, ...times, maxOpens: 7, opens: 3, isEnding };
    };
    const links = [
      ...['Spring', 'summer', 'autumn', 'Autumn'].map((id) => importable(id)),
      importable('aB3dE6gH9k', false),
    ];
    const addEnding = async (id: string, expiresAt = now + 60) =>
      store.addLink({ id, link, expiresAt, secretId: 'owner', isEnding: true }, now - 9);
    await store.addLink(
      { id: 'Spring', link: 'https://two.example/', expiresAt: now + 60, secretId: 'owner', isEnding: true },
      now,
    );
    await addEnding('summer');
    await addEnding('autumn', now - 1);
    await store.deleteExpired({ links: now, tokens: 0 }, 9);
    // They may differ in case only from identifiers that are there.
    await add('ab3dE6gH9k');

    const ids = links.map(({ id }) => id);
    const taken = async () =>
      Object.fromEntries(
        (await store.findTaken(ids)).map((found) => [found.id, [found.link, found.secretId]]),
      );
    const mine = [link, 'owner'];
    const gone = ['', null];
    expect(await taken()).toEqual({ Spring: ['https://two.example/', 'owner'], summer: mine, autumn: gone });
    const importId = await store.beginImport('links-imported', 'owner', 'links.csv');
    const owned = { secretId: 'owner', importId };
    expect(await store.importLinks(links, owned)).toEqual(['Autumn', 'aB3dE6gH9k']);
    expect(await store.readLink({ id: 'aB3dE6gH9k', secretId: 'owner' }, now)).toEqual({
      id: 'aB3dE6gH9k',
      link,
      expiresAt: now + 60,
      secretId: 'owner',
      createdAt: 5,
      removedAt: null,
      maxOpens: 7,
      opens: 3,
      openedOn: 2,
    });
    await store.revokeLinks(['summer'], now);
    expect(await taken()).toEqual({
      Spring: ['https://two.example/', 'owner'],
      summer: gone,
      autumn: gone,
      Autumn: mine,
      aB3dE6gH9k: mine,
    });
    expect(await used()).toEqual([4]);

    expect(await store.findEnding('spring')).toBe('Spring');
    // A link with this identifier was not chosen by anyone.
    for (const lowerCase of ['Spring', 'autumn', 'ab3de6gh9k', 'unknown'])
      expect(await store.findEnding(lowerCase)).toBeUndefined();

    const winters = ['winter', 'Winter'].map((id) => importable(id));
    expect(await store.importLinks(winters, owned)).toEqual(['winter', 'Winter']);
    expect(await addEnding('WINTER')).toBe('taken');
    const broken = { ...importable('broken'), opens: 1.5 };
    await expect(async () => store.importLinks([importable('whole'), broken], owned)).rejects.toThrow();
    expect(await store.findTaken(['whole'])).toEqual([]);
    // One line of the audit log for all batches.
    expect(await store.listAudit({ before: importId + 1, pageSize: 1 })).toMatchObject([
      { id: importId, via: 'admin', action: 'links-imported', secretId: 'owner', linkCount: 4 },
    ]);
    const lines = await store.listAudit({ before: undefined, pageSize: 9 });
    expect(lines.filter(({ action }) => action === 'links-imported')).toHaveLength(1);
    // Repeated, an import goes on.
    const begin = async (...[secretId, file]: [string, string]) =>
      store.beginImport('links-imported', secretId, file);
    expect(await begin('owner', 'links.csv')).toBe(importId);
    expect(await begin('owner', 'others.csv')).not.toBe(importId);
    expect(await begin('other', 'links.csv')).not.toBe(importId);
  });

  test('an import is undone wholly, but for links that were opened or changed since', async () => {
    const { store, add } = await storeWith();
    const importable = (id: string, maxOpens: number | null = null) => ({
      id,
      link: 'https://one.example/',
      expiresAt: noExpiry,
      createdAt: 5,
      openedOn: 2,
      maxOpens,
      opens: 3,
      isEnding: id !== 'aB3dE6gH9k',
    });
    let files = 0;
    const importAll = async (ids: readonly string[]) => {
      files += 1;
      const importId = await store.beginImport('links-imported', 'owner', `${files}.csv`);
      const links = ids.map((id) => importable(id, id === 'limited' ? 9 : null));
      const imported = await store.importLinks(links, { secretId: 'owner', importId });
      return { importId, imported };
    };
    const ids = [
      'Case',
      'aB3dE6gH9k',
      'case',
      'changed',
      'deleted',
      'limited',
      'opened',
      'revoked',
      'variant',
    ];
    const { importId } = await importAll(ids);
    const later = await importAll(['Variant', 'later']);
    await add('other00000');
    await store.addOpens([{ id: 'opened', count: 1, day: 20_000 }]);
    await store.openLink('limited', now);
    await store.changeLink({ id: 'changed', secretId: 'owner', expiresAt: now + 99 }, now);
    await store.deleteLink({ id: 'deleted', secretId: 'owner' }, now);
    await store.revokeLinks(['revoked'], now);

    const line = await store.beginImport('import-undone', 'owner', '1.csv');
    const undone: number[] = [];
    while (undone.at(-1) !== 0) undone.push(await store.undoImport(importId, line, 4));
    expect(undone).toEqual([4, 2, 0]);
    expect(await store.listAudit({ before: undefined, pageSize: 1 })).toMatchObject([
      { id: line, action: 'import-undone', secretId: 'owner', linkCount: 6 },
    ]);
    const used = await store.listUsedImports(importId, { after: '', pageSize: 9 });
    expect(used.map(({ id }) => id)).toEqual(['changed', 'limited', 'opened']);
    expect(await store.listUsedImports(importId, { after: 'changed', pageSize: 1 })).toMatchObject([
      { id: 'limited' },
    ]);
    expect(
      (await store.findTaken([...ids, 'Variant', 'later', 'other00000'])).map(({ id }) => id).toSorted(),
    ).toEqual(['Variant', 'changed', 'later', 'limited', 'opened', 'other00000']);

    // What was forgotten can be an ending again; one that another import has in another case cannot.
    const addEnding = async (id: string) =>
      store.addLink(
        { id, link: 'https://two.example/', expiresAt: now + 60, secretId: 'owner', isEnding: true },
        now,
      );
    expect(await addEnding('CASE')).toBe('added');
    expect(await addEnding('VARIANT')).toBe('taken');
    const again = await importAll(ids);
    expect(again.imported.toSorted()).toEqual([
      'Case',
      'aB3dE6gH9k',
      'case',
      'deleted',
      'revoked',
      'variant',
    ]);
    expect(await store.undoImport(importId, line, 9)).toBe(0);
    expect(await store.undoImport(later.importId, line, 9)).toBe(2);
    expect(await addEnding('VARIANT')).toBe('taken');
    expect(await store.undoImport(again.importId, line, 9)).toBe(6);
    expect(await addEnding('VARIANT')).toBe('added');
  });

  test('the newest verified backup is known', async () => {
    const { store } = await storeWith();
    expect(await store.verifiedBackupAt()).toBeUndefined();
    await store.addVerifiedBackup();
    expect(Math.abs(((await store.verifiedBackupAt()) ?? 0) - now)).toBeLessThan(300);
    expect(await store.listAudit({ before: undefined, pageSize: 1 })).toMatchObject([
      { via: 'admin', action: 'backup-verified', secretId: '' },
    ]);
  });

  test('an application lists its own links alone, by sections', async () => {
    const { store, add } = await storeWith();
    await store.addApplication(application('another'), [always]);
    for (const id of ['b000000000', 'B000000000', 'a000000000']) await add(id);
    await store.addLink(
      { id: 'b111111111', link: 'https://two.example/', expiresAt: now + 60, secretId: 'another' },
      now,
    );
    const list = async (after: string, pageSize: number) =>
      (await store.listOwnLinks('owner', { after, pageSize }, now)).map(({ id }) => id);
    expect(await list('', 2)).toEqual(['B000000000', 'a000000000']);
    expect(await list('a000000000', 2)).toEqual(['b000000000']);
  });

  test('a revoked link is erased: it was removed, nobody owns it, and its identifier is not given out', async () => {
    const { store, add } = await storeWith();
    for (const id of ['one0000000', 'two0000000', 'stays00000']) await add(id);
    expect(await store.revokeLinks(['one0000000', 'two0000000', 'none000000'], now + 1)).toBe(2);
    expect(await store.revokeLinks(['one0000000'], now + 2)).toBe(0);
    expect(await store.findLink('one0000000', now)).toMatchObject({
      link: '',
      expiresAt: now + 1,
      removedAt: now + 1,
    });
    const key = { id: 'one0000000', secretId: 'owner' };
    expect(await store.changeLink({ ...key, expiresAt: now + 90 }, now)).toBeUndefined();
    expect(await add('one0000000')).toBe('taken');
    expect((await store.listLinks({ after: '', pageSize: 9 })).map(({ id }) => id)).toEqual(['stays00000']);
  });

  test('the audit log has who changed what and why, for a year', async () => {
    const { store, add } = await storeWith();
    for (const id of ['one0000000', 'two0000000']) await add(id);
    const key = { id: 'one0000000', secretId: 'owner' };
    await store.changeLink({ ...key, expiresAt: now + 90 }, now);
    await store.changeLink({ ...key, secretId: 'another', link: 'https://two.example/' }, now);
    await store.changeLink({ ...key, link: 'https://two.example/' }, now);
    await store.addPackage('owner', { ...always, total: 4 });
    await store.addPackage('nobody', always);
    const by = { via: 'page', who: 'anna', reason: 'Phishing, ticket 4711' } as const;
    await store.revokeLinks(['two0000000', 'none000000'], now, by);
    const admin = { via: 'admin', who: '', reason: '' } as const;
    await store.revokeLinks(['two0000000', 'one0000000'], now, admin);
    await add('six0000000');
    await store.addRevocation({ secretId: 'owner', linkCount: 1, host: 'one.example', reason: 'Spam' });
    expect(await store.revokeLinks(['six0000000'], now)).toBe(1);
    for (const id of ['owner', 'nobody']) await store.removeApplication(id, 'Gone');

    const lines = await store.listAudit({ before: undefined, pageSize: 9 });
    const owner = { secretId: 'owner', linkId: '', who: '', linkCount: null, host: '', reason: '' };
    expect(lines.toReversed()).toMatchObject([
      { ...owner, via: 'admin', action: 'application-added' },
      { ...owner, via: 'api', action: 'link-changed', linkId: 'one0000000' },
      { ...owner, via: 'admin', action: 'package-added', linkCount: 4 },
      { ...owner, via: 'page', action: 'link-revoked', linkId: 'two0000000', who: 'anna', reason: by.reason },
      { ...owner, via: 'admin', action: 'link-revoked', linkId: 'one0000000' },
      { ...owner, via: 'admin', action: 'links-revoked', linkCount: 1, host: 'one.example', reason: 'Spam' },
      { ...owner, via: 'admin', action: 'application-revoked', reason: 'Gone' },
    ]);
    expect(Math.abs((lines[0]?.at ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(await store.listAudit({ before: lines[1]?.id, pageSize: 2 })).toEqual(lines.slice(2, 4));

    const left = async (tokens: number) => {
      await store.deleteExpired({ links: 0, tokens }, 100);
      return (await store.listAudit({ before: undefined, pageSize: 9 })).length;
    };
    expect(await left(now)).toBe(7);
    expect(await left(now + 60 + auditLifetime)).toBe(0);
  });

  test("a link to the operator's page is used once, and its session works until it ends", async () => {
    const { store } = await storeWith();
    const hashOf = (byte: number) => new Uint8Array(32).fill(byte);
    const use = async (link: number, session: number, at = now) =>
      store.useOperatorLink(
        { linkHash: hashOf(link), sessionHash: hashOf(session), expiresAt: at + 3600 },
        at,
      );
    for (const link of [1, 2]) await store.addOperatorLink(hashOf(link), now + 600);
    const sessions = [11, 12, 13, 14, 15, 16, 17, 18];
    const uses = await Promise.all(sessions.map(async (session) => use(1, session)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect([await use(2, 20, now + 600), await use(3, 20)]).toEqual([false, false]);
    expect(await store.findOperatorLink(hashOf(1))).toEqual({ usedAt: now, expiresAt: now + 3600 });
    expect(await store.listAudit({ before: undefined, pageSize: 2 })).toMatchObject([
      { via: 'page', action: 'page-opened' },
      { via: 'admin', action: 'operator-link-created' },
    ]);

    const session = hashOf(sessions[uses.indexOf(true)] ?? 0);
    expect(await store.findOperatorSession(session, now + 3599)).toEqual({ expiresAt: now + 3600 });
    expect(await store.findOperatorSession(session, now + 3600)).toBeUndefined();
    await store.endOperatorSession(session);
    expect(await store.findOperatorSession(session, now)).toBeUndefined();
  });

  test("the operator's page has counts of days and links, and the instances that reported within a day", async () => {
    const { store, add } = await storeWith();
    const created = { day: 8, name: 'created', count: 2 };
    await store.addDayCounts([{ ...created, day: 7 }, created]);
    const counts = [{ ...created, name: 'redirects' }, created];
    await Promise.all([1, 2, 3, 4].map(async () => store.addDayCounts(counts)));
    expect(await store.listDayCounts(8)).toEqual([
      { ...created, count: 10 },
      { day: 8, name: 'redirects', count: 8 },
    ]);

    await add('expired000', { expiresAt: now });
    await add('expiring00', { expiresAt: now + week });
    await add('later00000', { expiresAt: now + week + 1 });
    await add('ever000000', { expiresAt: noExpiry });
    expect(await store.countLinks(now)).toEqual({ all: 4, expired: 1, expiring: 1 });

    const instance = { name: 'b 10.0.0.1:1', version: '2.3.0', problem: '', seenAt: now };
    const [other, stopped] = [
      { ...instance, name: 'a' },
      { ...instance, problem: 'It is being stopped.' },
    ];
    await store.reportInstance({ ...instance, name: 'silent', seenAt: now - instanceLifetime - 1 });
    for (const each of [instance, other, stopped]) await store.reportInstance(each);
    expect(await store.listInstances()).toEqual([other, stopped]);
    await store.removeInstance(other.name);
    expect(await store.listInstances()).toEqual([stopped]);
  });

  test('links are listed by the host that they lead to, until they are changed or revoked', async () => {
    const { store, add } = await storeWith();
    const ids = async (host: string) =>
      (await store.listLinks({ after: '', pageSize: 9, host })).map(({ id }) => id);
    const long = `${'x'.repeat(4000)}.example`;
    await add('plain00000', { link: 'https://user@Evil.example:8443/a' });
    await add('dotted0000', { link: 'http://evil.example./' });
    await add('longest000', { link: `https://${long}/` });
    expect(await ids('evil.example')).toEqual(['dotted0000', 'plain00000']);
    expect(await ids(targetHost(`https://${long}/`))).toEqual(['longest000']);

    const key = { id: 'plain00000', secretId: 'owner' };
    await store.changeLink({ ...key, expiresAt: now + 90 }, now);
    expect(await ids('evil.example')).toHaveLength(2);
    await store.changeLink({ ...key, link: 'https://bücher.example/' }, now);
    await store.revokeLinks(['dotted0000'], now);
    expect(await ids('evil.example')).toEqual([]);
    expect(await ids('xn--bcher-kva.example')).toEqual(['plain00000']);
  });

  test('of forty opens at the same time, a link with a limit takes as many as it may', async () => {
    const { store, add } = await storeWith();
    const link = { id: 'three00000', link: 'https://one.example/', expiresAt: now + 60, secretId: 'owner' };
    await store.addLink({ ...link, maxOpens: 3 }, now);
    const opens = await Promise.all(
      Array.from({ length: 40 }, async () => store.openLink('three00000', now)),
    );
    expect(opens.filter((found) => found?.link === 'https://one.example/')).toHaveLength(3);
    expect(await store.readLink({ id: 'three00000', secretId: 'owner' }, now)).toMatchObject({
      opens: 3,
      openedOn: Math.floor(now / 86_400),
    });
    await add('unlimited0');
    for (const id of ['unlimited0', 'missing000']) expect(await store.openLink(id, now)).toBeUndefined();
  });

  test('a link that was removed by a clock that is ahead is opened no more', async () => {
    const { store } = await storeWith();
    const link = { id: 'limited000', link: 'https://one.example/', expiresAt: now + 60, secretId: 'owner' };
    for (const id of ['deleted000', 'revoked000']) await store.addLink({ ...link, id, maxOpens: 3 }, now);
    await store.deleteLink({ id: 'deleted000', secretId: 'owner' }, now + 30);
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
    const writers = Array.from({ length: 8 }, async (_, at) => {
      const order = at % 2 === 0 ? ids : ids.toReversed();
      await store.addOpens([...order, 'missing000'].map((id) => ({ id, count: 2, day: 100 + at })));
    });
    await Promise.all(writers);
    for (const link of await store.listOwnLinks('owner', { after: '', pageSize: 50 }, now))
      expect(link).toMatchObject({ opens: 16, openedOn: 107 });
  });

  test('a link with as many opens as can be imported spoils the counts of no other', async () => {
    const { store, add } = await storeWith();
    const times = { expiresAt: now + 60, createdAt: 5, openedOn: 2 };
    const busy = { id: 'busy', link: 'https://one.example/', ...times, maxOpens: null, opens: 2 ** 31 - 1 };
    const importId = await store.beginImport('links-imported', 'owner', 'links.csv');
    await store.importLinks([{ ...busy, isEnding: true }], { secretId: 'owner', importId });
    await add('aB3dE6gH9k');
    const opened = ['busy', 'aB3dE6gH9k'].map((id) => ({ id, count: 2, day: 100 }));
    await store.addOpens(opened);
    expect(await store.findOwnedLink('aB3dE6gH9k')).toMatchObject({ opens: 2 });
  });

  test('an ending is given out once, in any case, also after its link is gone; a link may have a limit', async () => {
    const { store, used } = await storeWith();
    const addEnding = async (id: string) =>
      store.addLink(
        {
          id,
          link: 'https://one.example/',
          expiresAt: now - linkGrace,
          secretId: 'owner',
          maxOpens: 3,
          isEnding: true,
        },
        now,
      );
    expect(await addEnding('Sale-2026')).toBe('added');
    expect(await store.listLinks({ after: '', pageSize: 9 })).toMatchObject([{ maxOpens: 3 }]);
    for (const id of ['Sale-2026', 'sale-2026']) expect(await addEnding(id)).toBe('taken');
    expect(await store.deleteExpired({ links: now - linkGrace, tokens: 0 }, 9)).toBe(1);
    expect(await addEnding('SALE-2026')).toBe('taken');
    expect(await used()).toEqual([1]);
  });

  const issuer = 'https://sign-in.example';
  const firstToken = { secretId: 'owner', refreshToken: 'first' };
  const signIn = { secretId: 'owner', name: 'Anna', perSecond: 5, perMinute: 7, refreshToken: 'first' };

  /** A store with the application "owner" of the person "anna", whose connection code works. */
  async function storeWithPerson() {
    const { store, add } = await storeWith();
    const isValid = async (hash: Uint8Array) =>
      (await store.findTokenOwner(hash, now))?.application !== undefined;
    const addToken = async (byte: number, keyHash: Uint8Array) => {
      const hash = new Uint8Array(32).fill(byte);
      await store.addToken({ hash, secretId: 'owner', keyHash, expiresAt: now + 60 });
      return hash;
    };
    const anna = async () => store.findPerson({ issuer, subject: 'anna' });
    await store.addPerson({ issuer, subject: 'anna', secretId: 'owner' }, now);
    await store.updatePerson(signIn, now);
    await store.setPersonKey({ secretId: 'owner' }, owner.keyHash, now);
    return { store, add, isValid, addToken, anna };
  }

  test('a person is who the provider says, and keeps the application that was first', async () => {
    const { store, anna } = await storeWithPerson();
    await store.addApplication(application('other'), [always]);
    await store.addPerson({ issuer, subject: 'anna', secretId: 'other' }, now + 1);
    // The same person in several browsers at once.
    await Promise.all(
      ['x', 'y', 'z'].map(async (secretId) => store.addPerson({ issuer, subject: 'ben', secretId }, now)),
    );
    const again = async () => (await store.findPerson({ issuer, subject: 'ben' }))?.secretId;
    expect(['x', 'y', 'z']).toContain(await again());
    await store.removePerson((await again()) ?? '');
    expect(await again()).toBeUndefined();
    expect(await anna()).toEqual({
      issuer,
      subject: 'anna',
      secretId: 'owner',
      state: 'connected',
      since: now,
      refreshToken: 'first',
      signOuts: 0,
    });
    for (const stranger of [
      { issuer, subject: 'Anna' },
      { issuer: 'https://else.example', subject: 'anna' },
    ])
      expect(await store.findPerson(stranger)).toBeUndefined();
    await store.updatePerson({ ...signIn, name: 'Anna B.', perSecond: 2, perMinute: 9 }, now);
    const [, listed] = await store.listApplications();
    expect(listed).toMatchObject({ secretId: 'owner', name: 'Anna B.', perSecond: 2, perMinute: 9 });
    expect(await store.listPeople()).toMatchObject([{ secretId: 'owner', name: 'Anna B.' }]);
  });

  test('a new key or none: the one before and its tokens are refused at once, the links stay', async () => {
    const { store, add, isValid, addToken, anna } = await storeWithPerson();
    await add('stays00000');
    const before = await addToken(1, owner.keyHash);
    expect(await isValid(before)).toBe(true);

    const keyHash = new Uint8Array(32).fill(8);
    expect(await store.setPersonKey({ secretId: 'owner' }, keyHash, now + 1)).toBe(true);
    const after = await addToken(2, keyHash);
    // A caller that was recognized just before.
    const late = await addToken(3, owner.keyHash);
    expect([await isValid(before), await isValid(after), await isValid(late)]).toEqual([false, true, false]);
    expect(await store.readLink({ id: 'stays00000', secretId: 'owner' }, now)).toBeDefined();

    // Two callers have read the same state: one of them gives the key.
    const read = { secretId: 'owner', state: 'connected', since: now + 1 } as const;
    const keys = [6, 7].map((byte) => new Uint8Array(32).fill(byte));
    const given = await Promise.all(keys.map(async (key) => store.setPersonKey(read, key, now + 2)));
    expect(given.toSorted()).toEqual([false, true]);
    const { keyHash: stored = [] } = (await store.findApplication('owner')) ?? {};
    expect(new Uint8Array(stored)).toEqual(keys[given.indexOf(true)]);
    for (const stale of [read, { ...read, state: 'disconnected', since: now + 2 } as const])
      expect(await store.setPersonKey(stale, keyHash, now + 2)).toBe(false);

    expect(await store.setPersonKey({ secretId: 'owner' }, null, now + 2)).toBe(true);
    expect(await isValid(after)).toBe(false);
    expect(await anna()).toMatchObject({ state: 'disconnected', since: now + 2 });
    expect((await store.findApplication('owner'))?.keyHash).toSatisfy((hash: Uint8Array) =>
      hash.every((byte) => byte === 0),
    );
  });

  test('the times that a person has signed out are counted', async () => {
    const { store, anna } = await storeWithPerson();
    await Promise.all([1, 2].map(async () => store.signOut('owner')));
    await store.signOut('nobody');
    expect(await anna()).toMatchObject({ signOuts: 2, state: 'connected' });
  });

  test('a refused refresh token takes the key away until the next sign-in, unless there was one meanwhile', async () => {
    const { store, isValid, addToken, anna } = await storeWithPerson();
    const token = await addToken(1, owner.keyHash);
    await store.renewPerson(firstToken, 'second');
    await store.renewPerson(firstToken, 'lost');
    expect(await store.refusePerson(firstToken, now)).toBe(false);
    expect([await isValid(token), (await anna())?.refreshToken]).toEqual([true, 'second']);

    expect(await store.refusePerson({ secretId: 'owner', refreshToken: 'second' }, now + 1)).toBe(true);
    expect(await anna()).toMatchObject({ state: 'refused', since: now + 1, refreshToken: null });
    expect(await store.setPersonKey({ secretId: 'owner' }, owner.keyHash, now)).toBe(false);
    expect(await isValid(token)).toBe(false);

    await store.updatePerson(signIn, now + 2);
    expect(await anna()).toMatchObject({ state: 'disconnected', since: now + 2, refreshToken: 'first' });
    expect(await store.setPersonKey({ secretId: 'owner' }, owner.keyHash, now + 3)).toBe(true);
  });

  test('the provider is asked about a person by one of those who ask at the same time, and once a minute', async () => {
    const { store, anna } = await storeWithPerson();
    expect(await store.findOwner('owner')).toEqual(await anna());
    expect(await store.findOwner('nobody')).toBeUndefined();
    const claim = async (at: number) => store.claimPerson('owner', at);
    const claims = await Promise.all(Array.from({ length: 5 }, () => claim(now)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    // Also by an instance whose clock is behind.
    for (const at of [now, now + 59, now - 59]) expect(await claim(at)).toBe(false);
    expect(await claim(now + 60)).toBe(true);
    // The clock was set back.
    expect(await claim(now - 600)).toBe(true);
    expect(await store.claimPerson('nobody', now)).toBe(false);
  });

  test('a person whose application was removed gets no key, until all that is stored of the person is removed', async () => {
    const { store, anna } = await storeWithPerson();
    await store.removeApplication('owner');
    await store.updatePerson(signIn, now);
    expect(await store.setPersonKey({ secretId: 'owner' }, owner.keyHash, now)).toBe(false);
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

/** Text that has the same letters in every run, in an order that a compressor finds little in. */
function incompressible(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

/** Milliseconds until the next minute of the clock. */
const leftOfMinute = () => 60_000 - (Date.now() % 60_000);

/** Waits, rarely, until the current minute has this many seconds left. */
async function untilMinuteHas(seconds: number): Promise<void> {
  const left = leftOfMinute();
  if (left < seconds * 1000) await new Promise((resolve) => setTimeout(resolve, left + 50));
}
