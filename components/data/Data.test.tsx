import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { readVolume, writeVolume } from '../../lib/music/music-provider.ts';
import { largestBackup, type SavedConnection, writeBackup } from '../../lib/settings/backup.ts';
import { defaults } from '../../lib/settings/schema.ts';
import { changeSettings, readOwnSettings } from '../../lib/settings/settings.ts';
import { imported, type ListedConnection } from '../options/options-state.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { alerts, press, status } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { Data } from './Data.tsx';

const work: SavedConnection = { name: 'Work', hue: 1, address: 'https://s.example/v3', template: '' };
const garden: SavedConnection = { ...work, name: 'Garden', hue: 3 };

const show = async (
  test: { connections?: ListedConnection[]; permissions?: string[] } = {},
): Promise<void> => {
  await openOptionsWith({ connections: [], ...test });
  render(<Data />);
};

const importFile = (content: string): void => {
  const file = new File([content], 'settings.json');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [file] } });
};

const done = text('dataImported', 'settings.json');

it('has a named group for each subject', async () => {
  await show();
  const section = screen.getByRole('region', { name: 'Data' });
  for (const name of ['Settings as a file', 'Reset Waylark'])
    expect(within(section).getByRole('group', { name })).toBeTruthy();
});

it('exports the settings to a file, and says so', async () => {
  const own = listedConnection({ name: 'Work', address: work.address, validity: undefined });
  await show({ connections: [own, listedConnection({ id: 'b', isLocked: true })] });
  await changeSettings({ openAtOnce: true });
  await writeVolume(0.25);
  press(text('dataExport'));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const [name = '', content] = vi.mocked(saveFile).mock.lastCall ?? [];
  expect(name).toMatch(/^waylark-settings-\d{4}-\d\d-\d\d\.json$/);
  const { connections: _, lastValidity: __, lastCopyFormat: ___, ...settings } = defaults;
  const file = { waylark: 'settings', version: 1, volume: 0.25, connections: [work] };
  expect(JSON.parse((await content?.text()) ?? '')).toEqual({
    ...file,
    settings: { ...settings, openAtOnce: true },
  });
  await waitFor(() => expect(status()).toBe(text('dataExported', name)));

  // If the connections cannot be read, the file would lack them.
  vi.mocked(background.connections).mockResolvedValue(undefined);
  press(text('dataExport'));
  await waitFor(() => expect(alerts()).toBe(text('dataNotExported')));
  expect(status()).toBe('');
});

describe('an imported file', () => {
  const file = (settings: object = {}) => writeBackup({ settings, volume: 0.5, connections: [work, garden] });

  it('brings its settings and its volume, and offers its connections', async () => {
    await show();
    importFile(file({ openAtOnce: true }));
    await waitFor(() => expect(status()).toBe(`${done} ${plural('dataImportedConnections', 2)}`));
    expect(await readOwnSettings()).toEqual({ ...defaults, openAtOnce: true });
    expect(await readVolume()).toBe(0.5);
    expect(imported.value.map(({ connection }) => connection)).toEqual([work, garden]);
  });

  it.each<[string, ListedConnection[] | undefined, SavedConnection[]]>([
    ['one that is there, whatever else it says', [listedConnection({ name: 'Work', hue: 6 })], [garden]],
    ['all if those that are there cannot be read', undefined, []],
  ])('offers its connections, and ignores %s', async (_, connections, offered) => {
    await show();
    vi.mocked(background.connections).mockResolvedValue(connections);
    importFile(file());
    await waitFor(() => expect(status()).toContain(text('dataConnectionsIgnored')));
    expect(imported.value.map(({ connection }) => connection)).toEqual(offered);
  });

  it.each([[[]], [['notifications']]])(
    'says that reminders lack a permission, with %j',
    async (permissions) => {
      await show({ permissions });
      importFile(writeBackup({ settings: { expiryReminders: true } }));
      const lacks = permissions.length === 0 ? ` ${text('dataImportedNotices')}` : '';
      await waitFor(() => expect(status()).toBe(`${done}${lacks}`));
    },
  );

  it('with another template shows it beside the own one, and imports what the person chooses', async () => {
    await show();
    const template = '{title}\nhttps://evil.example/?\u202e{short}';
    const content = writeBackup({ settings: { openAtOnce: true, copyTemplate: template } });
    const ask = async () => {
      importFile(content);
      return screen.findByRole('dialog', { name: text('dataTemplateTitle') });
    };
    const dialog = await ask();
    const templates = [...dialog.querySelectorAll('pre')].map(({ textContent }) => textContent);
    // What would turn the letters around is left out, as it is when the template is used.
    expect(templates).toEqual(['{title}\nhttps://evil.example/? {short}', '{title}: {short}']);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(text('dataTemplateKeep')));
    press(text('historyCancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([await readOwnSettings(), status()]).toEqual([defaults, '']);

    for (const [key, copyTemplate] of [
      ['dataTemplateKeep', defaults.copyTemplate],
      ['dataTemplateReplace', template],
    ] as const) {
      await ask();
      press(text(key));
      await waitFor(() => expect(status()).toBe(done));
      expect(await readOwnSettings()).toEqual({ ...defaults, openAtOnce: true, copyTemplate });
      expect(screen.queryByRole('dialog')).toBeNull();
    }
    // The same one again is no question.
    importFile(content);
    await waitFor(() => expect(status()).toBe(''));
    await waitFor(() => expect(status()).toBe(done));
  });

  it.each([
    ['{', text('dataNotJson')],
    [
      '{"waylark":"settings","version":1,"settings":{"copyAtOnce":1}}',
      text('dataWrong', 'settings.copyAtOnce'),
    ],
    ['x'.repeat(largestBackup + 1), text('dataTooLarge')],
  ])('that cannot be used changes nothing, and an alert says why: %.20s', async (content, sentence) => {
    await show();
    importFile(content);
    await waitFor(() => expect(alerts()).toBe(sentence));
    expect([status(), await readOwnSettings()]).toEqual(['', defaults]);
  });

  it('that cannot be stored is reported', async () => {
    await show();
    vi.spyOn(browser.storage.local, 'set').mockRejectedValue(new Error('no'));
    importFile(file());
    await waitFor(() => expect(alerts()).toBe(text('shorteningUnsaved')));
  });
});

describe('a reset', () => {
  const reload = () => vi.spyOn(location, 'reload').mockReturnValue(undefined);
  const reset = () => {
    press(text('dataReset'));
    press(text('dataResetYes'));
  };

  it('begins only after a confirmation that names what is removed', async () => {
    const removeAccount = vi.spyOn(background, 'reset').mockResolvedValue(true);
    await show();
    press(text('dataReset'));
    const dialog = screen.getByRole('dialog', { name: text('dataResetTitle') });
    for (const key of ['dataResetRemoves', 'dataResetKeeps'] as const)
      expect(dialog.textContent).toContain(text(key));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: text('historyCancel') })),
    );
    press(text('historyCancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(removeAccount).not.toHaveBeenCalled();
  });

  it('removes the account, the permissions and the stored values, and loads the page again at the first run', async () => {
    vi.spyOn(background, 'reset').mockResolvedValue(true);
    const reloaded = reload();
    await show({ permissions: ['notifications'] });
    await changeSettings({ openAtOnce: true });
    reset();
    await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
    expect([location.hash, history.state]).toEqual(['#first-run', { isReset: true }]);
    expect(browser.permissions.remove).toHaveBeenCalledWith({ permissions: ['notifications'] });
    expect(browser.storage.local.values).toEqual({});
  });

  it.each([
    ['account', 0],
    ['permissions', 1],
    ['stored values', 2],
  ] as const)('stops if the %s cannot be removed, and says so', async (_, at) => {
    const reloaded = reload();
    await show();
    const fail = () => Promise.reject(new Error('no'));
    const removeAccount = vi.spyOn(background, 'reset').mockResolvedValue(at === 0 ? undefined : true);
    const revoke = browser.permissions.getAll.mockClear();
    if (at === 1) revoke.mockImplementation(fail);
    const clear = vi.spyOn(browser.storage.local, 'clear');
    if (at === 2) clear.mockImplementation(fail);
    reset();
    await waitFor(() => expect(alerts()).toBe(text('dataResetFailed')));
    expect(removeAccount).toHaveBeenCalledOnce();
    expect([revoke.mock.calls.length > 0, clear.mock.calls.length > 0]).toEqual([at > 0, at > 1]);
    expect(reloaded).not.toHaveBeenCalled();
  });
});
