import { noExpiry } from '../lib/validity/contract.ts';
import type { Configuration } from './configuration/settings.ts';
import type { ServiceOptions } from './service.ts';

const megabyte = 1024 * 1024;

/** Milliseconds that responses in progress may take when a service for a team stops; an add waits 2.5 s at most. */
const finishTime = 10_000;

/** The options of a service with this configuration. */
export function serviceOptions(configuration: Configuration): ServiceOptions {
  const { database, 'operation-port': operationPort } = configuration;

  return {
    data: configuration.data,
    port: configuration.port,
    host: configuration.host,
    grayscaleFile: configuration.grayscale || undefined,
    publicOrigin: configuration['public-origin'],
    trustedProxies: configuration['trusted-proxies'],
    idLength: configuration['id-length'],
    newApplications: newApplications(configuration),
    operation:
      operationPort === '' ? undefined : { port: operationPort, host: configuration['operation-host'] },
    stopping: { drain: configuration.drain * 1000, finish: database === '' ? 500 : finishTime },
    database:
      database === ''
        ? undefined
        : {
            url: database,
            replicaUrl: configuration.replica || undefined,
            connections: configuration.connections,
            preparedStatements: configuration['prepared-statements'],
            migrates: configuration.migrate,
            cacheBytes: configuration.cache * megabyte,
          },
  };
}

function newApplications(configuration: Configuration) {
  return {
    perSecond: configuration['calls-per-second'],
    perMinute: configuration['calls-per-minute'],
    packages: [{ total: configuration.units, startsAt: 0, expiresAt: noExpiry }],
  };
}
