import { render } from '@testing-library/preact';
import { vi } from 'vitest';
import type { SiteAccess } from '../../lib/browser/contract.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import { defaults as settings, type Settings } from '../../lib/settings/schema.ts';
import { Music, type MusicActions } from '../music/Music.tsx';
import { Policy } from '../policy/Policy.tsx';

const defaults = {
  settings,
  access: { all: false, lostService: null } as SiteAccess,
  /** Whether the browser does what is requested of it, and stores what it is given. */
  isWilling: true,
  musicOff: false,
  /** The running audio player. */
  player: null as RemoteControl | null,
};

const viewOf = ({ access, settings }: typeof defaults) => ({ access, settings, volume: 0.7 });

/** The section on music. Its actions change the settings and the access that they return. */
export const renderMusic = (given: Partial<typeof defaults> = {}) => {
  const options = { ...defaults, ...given };
  const current = { settings: options.settings, access: options.access };
  const listeners = {
    settings: (() => undefined) as (settings: Settings) => void,
    access: (): void => undefined,
  };
  const setAll = (all: boolean) =>
    vi.fn(() => {
      if (options.isWilling) current.access = { ...current.access, all };
      return Promise.resolve(options.isWilling);
    });
  const actions = {
    change: vi.fn<MusicActions['change']>((how) => {
      if (options.isWilling) current.settings = { ...current.settings, ...how(current.settings) };
      return Promise.resolve(options.isWilling);
    }),
    onSettingsChange: (changed) => void (listeners.settings = changed),
    allow: setAll(true),
    revoke: setAll(false),
    readSiteAccess: vi.fn<MusicActions['readSiteAccess']>(() => Promise.resolve(current.access)),
    onPermissionChange: (changed) => void (listeners.access = changed),
    findRunningPlayer: () => Promise.resolve(options.player),
    saveVolume: vi.fn<MusicActions['saveVolume']>(() => Promise.resolve(options.isWilling)),
  } satisfies MusicActions;
  render(
    <Policy.Provider value={policyViewOf({ musicOff: options.musicOff })}>
      <Music view={viewOf(options)} service="https://s.example/v3" actions={actions} />
    </Policy.Provider>,
  );
  return {
    actions,
    settings: () => current.settings,
    /** Another page changes the settings. */
    changeElsewhere: (settings: Settings): void => listeners.settings(settings),
    /** The access changes in the browser or on another page. */
    changeAccess(access: SiteAccess): void {
      current.access = access;
      listeners.access();
    },
  };
};
