import { logAndReturn } from '../errors/error-log.ts';
import type { Format } from '../formats/names.ts';
import { changeSettings } from './settings.ts';

/** The page with the template for copied links. */
export const templateSettings = '/options.html#copy-template';

/** Stores it as the format that was used last; resolves when it is stored. Never rejects. */
export const rememberFormat = (lastCopyFormat: Format): Promise<void> =>
  changeSettings({ lastCopyFormat }).catch(logAndReturn(undefined));
