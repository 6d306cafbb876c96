/**
 * The URL-shortening service: it implements API v3 and v3.1. Links are stored in SQLite, for people without an account and for
 * tests, or in PostgreSQL, for a team.
 */
import { connectionCode } from '../lib/connection-code/contract.ts';
import { type Configuration, serviceProgram } from './config/configuration.ts';
import { logs } from './config/log.ts';
import { onParentExit } from './config/parent-exit.ts';
import { type Service, startService } from './service.ts';
import { StartError } from './config/errors.ts';

try {
  const output = await serviceProgram(process.env, serve).run(process.argv.slice(2));
  if (output !== '') console.log(output);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

async function serve(
  configuration: Configuration,
  { newApplication = false }: { newApplication?: boolean },
): Promise<void> {
  const log = logs[configuration.log];
  const service = await startService({ ...configuration, log });
  let isStopping = false;
  // Ctrl+C reaches the service from the terminal and again from the program that started it; a second signal must not end
  // it before its pending requests are answered.
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    if (configuration.log === 'json') log.info("Waylark's service is stopping.");
    void service.close();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  // Started by npm, the service ends with npm. Started by a shell in the background, it goes on after that shell has exited.
  if (process.env['npm_lifecycle_event'] !== undefined) onParentExit(stop);

  const { address, listensOn, port } = service;
  const where = address.includes(listensOn) ? address : `${address} (listens on ${listensOn})`;
  log.info(`Waylark's service is running: ${where}`, { port });
  if (configuration.database === '') await logHowToAdd(service, configuration.log, newApplication);
  else log.info(service.durability);
  // Keys do not belong in the log of a service for a team.
  if (configuration.database !== '' && newApplication)
    log.error('--new-application is not for a database: use npm run admin -- applications add.');
  log.info('Ctrl+C stops it.');
}

/** Says how programs get a key. A log for programs is stored, so it has none. */
async function logHowToAdd(
  service: Service,
  log: Configuration['log'],
  newApplication: boolean,
): Promise<void> {
  const isMissing = newApplication || (await service.store.countApplications()) === 0;
  if (log === 'text' && isMissing) await showNewApplication(service);
  else if (log === 'text')
    console.log(
      'The SecretKey was shown at the first start; npm run service -- --new-application creates another pair.',
    );
  else if (isMissing)
    logs.json.info(
      'A key is not written to this log: npm run admin -- applications add creates one and shows it.',
    );
}

async function showNewApplication(service: Service): Promise<void> {
  const { address } = service;
  const { secretId, secretKey } = await service.createApplication();
  console.log(`
Enter these three in Waylark's settings. The key is shown only now, so save it there at once:

  Service address  ${address}
  SecretID         ${secretId}
  SecretKey        ${secretKey}

Or paste this connection code into the first field, which fills in all three:

  ${connectionCode({ address, secretId, secretKey })}
`);
}
