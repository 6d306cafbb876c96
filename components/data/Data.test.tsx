import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { largestBackup } from '../../lib/settings/backup.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import { alerts, press, status } from '../testing/dom.ts';
import { Data, type DataActions } from './Data.tsx';

const imported = {
  ok: true as const,
  connections: [],
  areConnectionsIgnored: false,
  lacksNotifications: false,
};

const show = () => {
  const actions = {
    exportSettings: vi.fn(() => Promise.resolve<string | null>('{"waylark":"settings"}')),
    importSettings: vi.fn<DataActions['importSettings']>(() => Promise.resolve(imported)),
    saveFile: vi.fn<(name: string, content: Blob) => void>(),
    reset: vi.fn(() => Promise.resolve(true)),
  };
  render(<Data actions={actions} />);
  return actions;
};

const importFile = (content: string): File => {
  const file = new File([content], 'settings.json');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files: [file] } });
  return file;
};

it('has a named group for each subject', () => {
  show();
  const section = screen.getByRole('region', { name: 'Data' });
  for (const name of ['Settings as a file', 'Reset Waylark'])
    expect(within(section).getByRole('group', { name })).toBeTruthy();
});

it('exports the settings to a file, and says so', async () => {
  const { exportSettings, saveFile } = show();
  press(text('dataExport'));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  const [name = '', content] = saveFile.mock.lastCall ?? [];
  expect(name).toMatch(/^waylark-settings-\d{4}-\d\d-\d\d\.json$/);
  expect(await content?.text()).toBe('{"waylark":"settings"}');
  await waitFor(() => expect(status()).toBe(text('dataExported', name)));

  exportSettings.mockResolvedValue(null);
  press(text('dataExport'));
  await waitFor(() => expect(alerts()).toBe(text('dataNotExported')));
  expect(status()).toBe('');
});

it('imports a file, and says what remains to be done', async () => {
  const { importSettings } = show();
  importFile('first');
  await waitFor(() => expect(status()).toBe(text('dataImported', 'settings.json')));
  expect(importSettings).toHaveBeenCalledWith('first', undefined);
  const connection = { name: '', hue: 1, address: 'https://a.example', template: '' } as const;
  importSettings.mockResolvedValue({ ...imported, connections: [connection], lacksNotifications: true });
  importFile('second');
  const sentences = [plural('dataImportedConnections', 1), text('dataImportedNotices')].join(' ');
  await waitFor(() => expect(status()).toContain(sentences));
  importSettings.mockResolvedValue({ ...imported, areConnectionsIgnored: true });
  importFile('third');
  await waitFor(() => expect(status()).toContain(text('dataConnectionsIgnored')));
});

it('shows the template of a file beside the own one, and imports it as the person chooses', async () => {
  const { importSettings } = show();
  const question = {
    ok: false,
    reason: 'other-template',
    template: '{title}\nhttps://evil.example/?\u202e{short}',
    own: '{title}: {short}',
  } as const;
  const ask = async () => {
    importSettings.mockResolvedValueOnce(question);
    importFile('file');
    return screen.findByRole('dialog', { name: text('dataTemplateTitle') });
  };
  const dialog = await ask();
  const templates = [...dialog.querySelectorAll('pre')].map(({ textContent }) => textContent);
  // What would turn the letters around is left out, as it is when the template is used.
  expect(templates).toEqual(['{title}\nhttps://evil.example/? {short}', '{title}: {short}']);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(text('dataTemplateKeep')));
  press(text('historyCancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([importSettings.mock.calls.length, status()]).toEqual([1, '']);

  for (const [key, choice] of [
    ['dataTemplateKeep', 'keep'],
    ['dataTemplateReplace', 'replace'],
  ] as const) {
    await ask();
    press(text(key));
    await waitFor(() => expect(status()).toBe(text('dataImported', 'settings.json')));
    expect(importSettings).toHaveBeenLastCalledWith('file', choice);
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

it.each([
  [{ reason: 'not-json' }, text('dataNotJson')],
  [{ reason: 'wrong', field: 'settings.copyAtOnce' }, text('dataWrong', 'settings.copyAtOnce')],
] as const)('says in an alert why a file cannot be imported: $reason', async (problem, sentence) => {
  const { importSettings } = show();
  importSettings.mockResolvedValue({ ok: false, ...problem });
  importFile('x');
  await waitFor(() => expect(alerts()).toBe(sentence));
  expect(status()).toBe('');
});

it('does not read a file that is too large', async () => {
  const { importSettings } = show();
  importFile('x'.repeat(largestBackup + 1));
  await waitFor(() => expect(alerts()).toBe(text('dataTooLarge')));
  expect(importSettings).not.toHaveBeenCalled();
});

it('resets only after a confirmation that names what is removed, and says if it failed', async () => {
  const { reset } = show();
  press(text('dataReset'));
  const dialog = screen.getByRole('dialog', { name: text('dataResetTitle') });
  for (const key of ['dataResetRemoves', 'dataResetKeeps'] as const)
    expect(dialog.textContent).toContain(text(key));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: text('historyCancel') })),
  );
  press(text('historyCancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(reset).not.toHaveBeenCalled();

  reset.mockResolvedValue(false);
  press(text('dataReset'));
  press(text('dataResetYes'));
  await waitFor(() => expect(alerts()).toBe(text('dataResetFailed')));
  expect(reset).toHaveBeenCalledOnce();
});
