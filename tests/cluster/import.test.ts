import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { postgresPrograms } from '../support/service/postgres-cluster.ts';
import { temporaryFolder } from '../support/service/test-app.ts';
import { newDatabase, prepared, removeCluster } from '../support/service/test-commands.ts';

afterAll(removeCluster);

// More than one batch. All else of imports: server/admin/import.test.ts, on SQLite.
test.skipIf(postgresPrograms === undefined)(
  '600 links come to PostgreSQL once, are listed, and can be undone',
  async () => {
    const { json, add } = await prepared(newDatabase);
    const { secretId } = await add('--units', '0');
    const rows = Array.from({ length: 600 }, (_, at) => `a-${at},https://example.com/${at}\n`);
    const file = join(temporaryFolder(), 'links.csv');
    writeFileSync(file, `ending,link\n${rows.join('')}`);
    const flags = [file, '--from', 'csv', '--application', secretId];
    const report = ['--report', join(temporaryFolder(), 'report.csv')];
    expect(await json('import', ...flags, ...report)).toMatchObject([{ outcome: 'imported', links: 600 }]);
    expect(await json('import', ...flags)).toMatchObject([{ outcome: 'there already', links: 600 }]);
    expect(await json('applications', 'show', secretId)).toMatchObject({ links: 600 });
    expect(await json('links', 'list', '--target', 'example.com', '--limit', '99')).toHaveLength(99);
    expect(await json('import', '--undo', report[1] ?? '', '--yes')).toMatchObject([
      { outcome: 'deleted', links: 600 },
    ]);
    expect(await json('import', ...flags)).toMatchObject([{ outcome: 'imported', links: 600 }]);
  },
);
