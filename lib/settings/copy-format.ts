import { logAndReturn } from '../errors/error-log.ts';
import type { CopyFormat, Format } from '../formats/names.ts';
import { offeredFormat } from './schema.ts';
import { changeSettings, onSettingsChange } from './settings.ts';

/** The page with the template for copied links. */
export const templateSettings = '/options.html#copy-template';

/** Stores it as the format that was used last; resolves when it is stored. Never rejects. */
export const rememberFormat = (lastCopyFormat: Format): Promise<void> =>
  changeSettings({ lastCopyFormat }).catch(logAndReturn(undefined));

/** What a page that stays open does with formats. */
export const formatActions = (openPage: (path: string) => Promise<void>) => ({
  rememberFormat,
  /** Calls back with the offered format whenever settings have changed. */
  onFormatChange: (changed: (offered: CopyFormat) => void, signal: AbortSignal): void =>
    onSettingsChange((settings) => changed(offeredFormat(settings)), signal),
  editTemplate: (): void => void openPage(templateSettings),
});
