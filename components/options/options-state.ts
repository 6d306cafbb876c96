import { batch, computed, signal } from '@preact/signals';
import { serialQueue } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import { onPermissionChange, readGrantedPermissions, readSiteAccess } from '../../lib/browser/permissions.ts';
import { readShortcuts } from '../../lib/browser/shortcuts.ts';
import type { GrantedPermissions, Shortcut, SiteAccess } from '../../lib/browser/types.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { readVolume } from '../../lib/music/music-provider.ts';
import type { SavedConnection } from '../../lib/settings/backup.ts';
import { readOwnSettings } from '../../lib/settings/settings.ts';
import { onManagedChange, readManaged, readSession } from '../../lib/storage/storage.ts';
import { readSettingsOfPage } from '../page.ts';

// What the parts of the settings page have in common, beside the settings in page.ts. It is read before the page is rendered, and
// again when another page or the policy has changed it, and when the first run goes on to another step.

/** A connection as the background lists it: `activeLinks` of 100 stands for 100 or more. */
export type ListedConnection = NonNullable<Awaited<ReturnType<typeof background.connections>>>[number];

/** The connections, the default one first; undefined if they could not be read. */
export const listed = signal<readonly ListedConnection[] | undefined>([]);

export const isConnected = computed(() => listed.value !== undefined && listed.value.length > 0);

/** The addresses of the connected services, that of the default connection first. */
export const services = computed(() => (listed.value ?? []).map(({ address }) => address));

/** Their origins. */
export const origins = computed(() => services.value.map((address) => new URL(address).origin));

/** Whether the settings said that a service was connected here, when the connections were read. */
export const wasConnected = signal(false);

/** The only connection, if the last check has found a problem with it; another object once the connections are read again. */
export const faulty = signal<ListedConnection | null>(null);

/** The form that is open: the id of its connection or the key of what is not connected yet, and what takes the focus in it. */
export const openedForm = signal<{ key: string; field: string } | null>(null);

export const openForm = (key: string, field = 'input:not([readonly])'): void => {
  openedForm.value = { key, field };
};

/** The connections of an imported file that are not connected yet; `key` is the id of one on this page. */
export const imported = signal<readonly { key: string; connection: SavedConnection }[]>([]);

/** The id of the connection whose links a dialog offers to move; null if it is closed. */
export const movedFrom = signal<string | null>(null);

/** The values that the organization sets. */
export const policy = signal(policyViewOf({}));

/** Whether nothing is stored on the disk, since the browser never remembers history. */
export const isMemoryOnly = signal(false);

export const siteAccess = signal<SiteAccess>({ all: false, lostService: null });

export const permissions = signal<GrantedPermissions>({ required: [], optional: [] });

/** Whether the browser allows notifications. */
export const mayNotify = computed(() =>
  permissions.value.optional.some(({ kind }) => kind === 'notifications'),
);

/** Null if the browser has no shortcuts. */
export const shortcuts = signal<Shortcut[] | null>(null);

/** The stored volume of music, from 0 to 1. */
export const volume = signal(1);

/** The steps of the first run, each named by its fragment of the address. */
const steps = ['first-run', 'first-run-done'] as const;

export type Step = (typeof steps)[number];

const stepOfAddress = (): Step | null => steps.find((each) => `#${each}` === location.hash) ?? null;

/** The step of the first run that is shown; null while all settings are shown. */
export const step = signal<Step | null>(null);

/** Whether the first run shows the form of the first connection; else its end is shown. */
export const hasFirstForm = computed(
  () => step.value === 'first-run' && !isConnected.value && !policy.value.connection.hasKey,
);

/** Whether a step of the first run was shown before all settings are. */
export const isFromFirstRun = signal(false);

/** Whether everything was reset just now. */
export const isReset = signal(false);

const no = logAndReturn(false);

const showStep = (next: Step | null): void => {
  if (next === step.value) return;
  if (next === null) isFromFirstRun.value = true;
  isReset.value = false;
  step.value = next;
  movedFrom.value = null;
};

export const goToStep = (to: Step): void => {
  showStep(to);
  location.hash = to;
};

/** Reads run one after another, so that an older result never replaces a newer one. */
const enqueue = serialQueue();

/** Reads what the browser grants now. Never rejects. */
export const readGranted = (): Promise<void> =>
  enqueue(async () => {
    const [access, granted] = await Promise.all([
      readSiteAccess(services.value),
      readGrantedPermissions(origins.value),
    ]);
    batch(() => {
      siteAccess.value = access;
      permissions.value = granted;
    });
  }).catch(logAndReturn(undefined));

/**
 * Reads everything, and shows what the address names. `offered`: the connections of a settings file that are not connected yet.
 * Never rejects.
 */
export const reload = async (offered: readonly SavedConnection[] = []): Promise<void> => {
  const [connections, wasThere, keys, stored, managed] = await Promise.all([
    background.connections({}),
    readOwnSettings().then((own) => own.connections.length > 0, no),
    readShortcuts(),
    readVolume(),
    readManaged(),
  ]);
  // The background stores it before it answers.
  const isInMemory = (await readSession('memory-only').catch(no)) === true;

  batch(() => {
    listed.value = connections;
    wasConnected.value = wasThere;
    imported.value = offered.map((connection) => ({ key: crypto.randomUUID(), connection }));
    shortcuts.value = keys;
    volume.value = stored;
    policy.value = policyViewOf(managed);
    isMemoryOnly.value = isInMemory;
    isReset.value = false;
    showStep(stepOfAddress());
  });
  await readGranted();
};

/** Reads the connections again. */
export const readConnections = async (): Promise<void> => {
  listed.value = await background.connections({});
  // What an access is for depends on the services. The form that has connected one is closed before it is read.
  void readGranted();
};

/** Connects the open pages of settings. */
const channel = new BroadcastChannel('waylark-connection');

/** Makes the other open pages of settings read the connections again. */
export const reloadOtherPages = (): void => channel.postMessage(null);

/** Removes a connection; resolves with whether it was removed. */
export const remove = async (id: string): Promise<boolean> => {
  const isRemoved = (await background.removeConnection({ id })) === true;
  reloadOtherPages();
  if (isRemoved) await readConnections();
  return isRemoved;
};

/** Reads what the page shows, and follows the changes of other pages and of the policy until the signal aborts. Never rejects. */
export const openOptions = async (signal?: AbortSignal): Promise<void> => {
  const wasReset = (history.state as { isReset?: boolean } | null)?.isReset === true;
  history.replaceState(null, '');
  movedFrom.value = null;

  const readAgain = (): void => void reload();
  onManagedChange(readAgain, signal);
  onPermissionChange(() => void readGranted(), signal);
  channel.addEventListener('message', readAgain, signal && { signal });
  // Within the settings, the browser itself scrolls to a section.
  const onHashChange = (): void => {
    if (stepOfAddress() !== step.value) void reload();
  };
  addEventListener('hashchange', onHashChange, signal && { signal });

  await Promise.all([readSettingsOfPage(), reload()]);
  isReset.value = wasReset;
};
