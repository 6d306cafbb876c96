import { computed, signal } from '@preact/signals';
import type { CopyFormat, Format } from '../../lib/formats/names.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';

const offered = computed((): CopyFormat => offeredFormat(settings.value));

/** The format that was chosen on this page, in place of the one that the settings offered then. */
const chosen = signal<{ format: Format; offered: Format } | null>(null);

export const chooseFormat = (format: Format): void => {
  chosen.value = { format, offered: offered.value.format };
};

/**
 * The format in which this page copies short links: the chosen one, until the settings offer another. It is apart from what
 * copies: the popup needs it before the formats are loaded.
 */
export const copyFormat = computed((): CopyFormat => {
  const { format, template } = offered.value;
  return { format: chosen.value?.offered === format ? chosen.value.format : format, template };
});
