/**
 * The embedded URL-shortening service: it implements API v3 and v3.1, for people without an account and for tests. Links are
 * stored in SQLite.
 */
import { help, readFlags, type Flags } from './flags.ts';
import { onParentExit } from './parent-exit.ts';
import { startService, type Service } from './service.ts';
import { StartError } from './start-error.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

try {
  await main(readFlags(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function main(flags: Flags): Promise<void> {
  if (flags.help) {
    console.log(help);
  } else if (flags.removeApplication === undefined) {
    await serve(flags);
  } else {
    await removeApplication(flags.data, flags.removeApplication);
  }
}

async function serve(flags: Flags): Promise<void> {
  const service = await startService(flags);
  const stop = () => {
    void service.close();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);

  // Without npm, the service may be in the background of a shell and has to outlive it.
  if (process.env['npm_lifecycle_event'] !== undefined) onParentExit(stop);

  console.log(`Waylark's service is running: ${service.address}`);
  const isFirstRun = (await service.store.countApplications()) === 0;
  if (isFirstRun || flags.newApplication) await showNewApplication(service);
  else
    console.log(
      'The SecretKey was shown at the first start; npm run service -- --new-application creates another pair.',
    );
  console.log('Ctrl+C stops it.');
}

async function showNewApplication(service: Service): Promise<void> {
  const { secretId, secretKey } = await service.createApplication();
  console.log(`
Enter these three in Waylark's settings. The key is shown only now, so save it there at once:

  Service address  ${service.address}
  SecretID         ${secretId}
  SecretKey        ${secretKey}
`);
}

async function removeApplication(data: string, secretId: string): Promise<void> {
  const store = openSqliteStore(data);

  try {
    const isRemoved = await store.removeApplication(secretId);
    if (!isRemoved) throw new StartError(`There is no application ${secretId}.`);
    console.log(`Application ${secretId} is removed; its SecretKey no longer works.`);
  } finally {
    await store.close();
  }
}
