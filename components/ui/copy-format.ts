import { computed, signal } from '@preact/signals';
import type { CopyFormat, Format } from '../../lib/formats/names.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';

/** The format that was chosen on this page, in place of the one that the settings offered then. */
export const chosenFormat = signal<{ format: Format; offered: Format } | null>(null);

/**
 * The format in which this page copies short links: the chosen one, until the settings offer another. It is apart from what
 * copies: the popup needs it before the formats are loaded.
 */
export const copyFormat = computed((): CopyFormat => {
  const { format: offered, template } = offeredFormat(settings.value);
  const format = chosenFormat.value?.offered === offered ? chosenFormat.value.format : offered;
  return { format, template };
});
