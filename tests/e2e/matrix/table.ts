import { differing, showing, silent } from '../support/missing-pages.ts';
import { credentialCases } from './credential-cases.ts';
import { inputCases } from './input-cases.ts';
import { lifeCases } from './life-cases.ts';
import { serviceCases, slowCases } from './service-cases.ts';
import type { MatrixCase, OtherRow, OtherTest } from './types.ts';

/** The cases that run one after another. */
export const cases: readonly MatrixCase[] = [
  ...serviceCases,
  ...credentialCases,
  ...inputCases,
  ...lifeCases,
];

/** The cases that tests/e2e/matrix.test.ts runs. */
export const matrixCases: readonly MatrixCase[] = [...slowCases, ...cases];

/** A test of tests/e2e. */
const e2e = (name: string, test: string): OtherTest => ({ file: `tests/e2e/${name}.test.ts`, test });

/** A row that the same test holds in both browsers. */
const both = (id: string, test: OtherTest): OtherRow => ({ id, chromium: test, firefox: test });

/** A row where a browser adds nothing: values go in and come out. */
const cheap = (id: string, test: OtherTest): OtherRow => both(id, test);

const service: readonly OtherRow[] = [
  both(
    'service: no answer and a dripping one, with the real limits of 21 s',
    e2e('failures', 'is given up within 25 s if it never answers, and if its answer never ends'),
  ),
  cheap('service: Try again after a failure', {
    file: 'components/popup/popup-failures.test.tsx',
    test: 'announces a failure, and Try again sends the same request with the focus on the button of the form',
  }),
  cheap('service: the pause that it wants is counted down', {
    file: 'components/popup/popup-failures.test.tsx',
    test: 'counts down on the button after Too Many Requests, and sends nothing meanwhile',
  }),
  cheap('service: each label, in each language', {
    file: 'lib/i18n/failure-sentence.test.ts',
    test: 'says what happened and what to do: %s',
  }),
  both(
    'service: the clipboard after a late answer',
    e2e('popup', 'contains the short link when the answer took 7 s'),
  ),
];

const credentials: readonly OtherRow[] = [
  cheap('credentials: a wrong key in the settings', {
    file: 'tests/service/public.test.ts',
    test: 'refuses a wrong key after three calls, and nothing is saved',
  }),
  cheap('credentials: the key in exported settings', {
    file: 'lib/settings/backup.test.ts',
    test: 'contains the fields of the schema, and no secret beside them',
  }),
  both('credentials: where key and token are sent', e2e('secrets', 'are sent only where they belong')),
  cheap('credentials: Add is refused after a reset, or after another account was connected', {
    file: 'tests/service/credentials.test.ts',
    test: 'sends the key no more for an Add that is refused after %s',
  }),
];

const input: readonly OtherRow[] = [
  cheap('input: an end in milliseconds, or any other that cannot be sent', {
    file: 'lib/validity/validity.test.ts',
    test: 'is never one that cannot be sent',
  }),
];

const life: readonly OtherRow[] = [
  {
    id: 'life: two windows at once',
    chromium: e2e('menu', 'creates one link for two windows and the popup at the same time'),
    firefox: 'two popups at once in the matrix: for the background, windows are pages as any other',
  },
  both(
    'life: the extension is reloaded with a player open',
    e2e('player-update', 'are replaced after an update, one a page, and work'),
  ),
  {
    id: 'life: a private window',
    chromium: e2e('private', 'creates a link, writes nothing to disk, and loses everything when it closes'),
    firefox: e2e(
      'firefox-private',
      'copies or shows the link of a menu item, stores nothing, and removes it from the session when it closes',
    ),
  },
  both(
    'life: the browser is started anew after it was killed during the POST',
    e2e(
      'crash',
      'in the middle of a POST says that the link may have been created, sends nothing again, and works',
    ),
  ),
  cheap('life: a validity that the organisation no longer allows, in a page that is older', {
    file: 'lib/shortening/shortening.test.ts',
    test: 'is enforced by the background: %s',
  }),
  {
    id: 'life: a full disk',
    chromium: {
      file: 'tests/long/full-disk.test.ts',
      test: 'imports the part of a file for which there is space, and says so',
    },
    firefox: 'its driver cannot limit the space of an extension',
  },
];

/** A test of files that the browser finds damaged at its start. */
const damaged = (test: string): OtherTest => ({ file: 'tests/long/damaged-databases.test.ts', test });

const losses: readonly OtherRow[] = [
  both(
    'life: the browser has lost the history or the account',
    damaged(
      'are empty after the next start: the account and the history are named as lost, but the newest 20 links',
    ),
  ),
  {
    id: 'life: the browser has lost a part of the history',
    chromium: 'it replaces the whole database',
    firefox: damaged('in the middle are repaired, with all that can be read'),
  },
  {
    id: 'life: the browser has lost the settings, but not the account',
    chromium: {
      file: 'lib/connection/account.test.ts',
      test: 'pages learn that a service is connected, if the browser has lost the settings but not the account',
    },
    firefox: damaged('of the stored values are empty: what is connected stays connected'),
  },
];

const visits: readonly OtherRow[] = [
  {
    id: 'pages: a missing page is prerendered',
    chromium: e2e(
      'music-silence',
      'prerender a missing page without any player or message, until it is visited',
    ),
    firefox: 'it prerenders nothing',
  },
  both(
    'pages: back and forward',
    e2e(
      'music-time',
      'stops when the page is left or reloaded, and comes to missing pages only: one player each time',
    ),
  ),
  {
    id: 'pages: a page with a player returns from the back-forward cache',
    chromium: e2e('music-settings-in-pages', 'plays on a page that returns from the back-forward cache'),
    firefox: e2e(
      'player-update',
      'are not visible while the extension is off, nor on a page from the history, and work when it is on again',
    ),
  },
];

const showingRows = Object.keys(showing).map((name): OtherRow => {
  const test = e2e('music-pages', 'show the pill, which plays: %s');
  const isDifferent = differing.some((each) => each === name);
  const firefox = isDifferent ? test : 'it behaves as Chromium there: those on which browsers differ run';
  return { id: `pages: pill and sound on “${name}”`, chromium: test, firefox };
});

const silentRows = Object.keys(silent).map((name) => ({
  id: `pages: silence on “${name}”`,
  chromium: e2e('music-silence', 'have no overlay: %s'),
  firefox: 'the same detector reads the same status',
}));

export const otherRows: readonly OtherRow[] = [
  ...service,
  ...credentials,
  ...input,
  ...life,
  ...losses,
  ...visits,
  ...showingRows,
  ...silentRows,
];
