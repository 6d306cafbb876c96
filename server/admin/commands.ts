import { connectionCode } from '../../lib/connection-code/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { createApplication } from '../credentials.ts';
import { originOf } from '../hosts.ts';
import { serviceOptions } from '../service-options.ts';
import { StartError } from '../start-error.ts';
import type { Store } from '../store/contract.ts';
import { v3 } from '../versions.ts';
import type { Arguments } from './arguments.ts';
import type { Output } from './output.ts';

/** A command on an open store. */
type StoreCommand = (store: Store, given: Arguments) => Promise<Output>;

const keyNote = 'The key is shown only now. The connection code holds all three: it is as secret as the key.';

const addApplication: StoreCommand = async (store, { configuration }) => {
  const { newApplications, publicOrigin = '' } = serviceOptions(configuration);
  const address = (publicOrigin || originOf(configuration.host, configuration.port)) + v3.base;
  const credentials = await createApplication(store, newApplications);
  const row = { address, ...credentials, connectionCode: connectionCode({ address, ...credentials }) };
  return { kind: 'record', row, note: keyNote };
};

const listApplications: StoreCommand = async (store) => {
  const applications = await store.listApplications();
  const rows = applications.map(({ secretId, perSecond, perMinute }) => ({ secretId, perSecond, perMinute }));
  return { kind: 'rows', rows, empty: 'There are no applications; applications add creates one.' };
};

const revokeApplication: StoreCommand = async (store, { words }) => {
  const secretId = required(words[2], 'applications revoke needs a SecretID; applications list shows them.');
  if (!(await store.removeApplication(secretId)))
    throw new StartError(`There is no application ${secretId}.`);
  const sentence = `Application ${secretId} is revoked; its key and tokens stop working within 5 seconds.`;
  return { kind: 'done', row: { revoked: secretId }, sentence };
};

const addPackage: StoreCommand = async (store, { words, configuration, days }) => {
  const secretId = required(words[2], 'packages add needs a SecretID; applications list shows them.');
  const now = Math.floor(Date.now() / 1000);
  const expiresAt = days === undefined ? noExpiry : now + days * 86_400;
  const total = configuration.units;
  if (!(await store.addPackage(secretId, { total, startsAt: 0, expiresAt }))) {
    throw new StartError(`There is no application ${secretId}.`);
  }
  const sentence = `Application ${secretId} may create ${total} more links ${expiresAt === noExpiry ? 'at any time' : `until ${dateOf(expiresAt)}`}.`;
  return { kind: 'done', row: { secretId, total, expiresAt }, sentence };
};

const listPackages: StoreCommand = async (store, { words, json }) => {
  const packages = await store.listPackages(words[2]);
  const rows = packages.map(({ id, secretId, total, used, startsAt, expiresAt }) => ({
    id,
    secretId,
    total,
    used,
    startsAt: json ? startsAt : startsAt === 0 ? 'at once' : dateOf(startsAt),
    expiresAt: json ? expiresAt : dateOf(expiresAt),
  }));
  return { kind: 'rows', rows, empty: 'There are no packages; packages add creates one.' };
};

const listLinks: StoreCommand = async (store, { after, limit, json }) => {
  const links = await store.listLinks({ after, limit });
  const rows = links.map(({ id, link, expiresAt }) => ({
    id,
    expiresAt: json ? expiresAt : dateOf(expiresAt),
    link,
  }));
  return { kind: 'rows', rows, empty: 'There are no links.' };
};

const revokeLink: StoreCommand = async (store, { words }) => {
  const id = required(words[2], 'links revoke needs the last part of a short link, such as aB3dE6gH9k.');
  if (!(await store.removeLink(id))) throw new StartError(`There is no short link ${id}.`);
  const sentence = `Short link ${id} is revoked; it stops working within 60 seconds.`;
  return { kind: 'done', row: { revoked: id }, sentence };
};

const check: StoreCommand = async (store, { configuration }) => {
  const { problem, clock } = await store.health();
  if (problem !== undefined) throw new StartError(problem);
  const row = {
    store: configuration.database === '' ? 'SQLite' : 'PostgreSQL',
    applications: await store.countApplications(),
    clockDifference: clock === undefined ? 0 : Math.round(Date.now() - clock) / 1000,
  };
  return { kind: 'record', row };
};

/** The commands on an open store, by their words. */
export const storeCommands: Readonly<Record<string, StoreCommand>> = {
  'applications add': addApplication,
  'applications list': listApplications,
  'applications revoke': revokeApplication,
  'packages add': addPackage,
  'packages list': listPackages,
  'links list': listLinks,
  'links revoke': revokeLink,
  check,
};

function required(word: string | undefined, sentence: string): string {
  if (word === undefined) throw new StartError(sentence);
  return word;
}

function dateOf(seconds: number): string {
  return seconds === noExpiry
    ? 'never'
    : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ') + ' UTC';
}
