import { computed, effect, signal } from '@preact/signals';
import type { CopyFormat, Format } from '../../lib/formats/names.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';

/** The format that was chosen on this page, in place of the one that the settings offer. */
export const chosenFormat = signal<{ format: Format; offered: Format } | null>(null);

// A choice ends with the offer that it replaces.
effect(() => {
  const { format } = offeredFormat(settings.value);
  const chosen = chosenFormat.peek();
  if (chosen && chosen.offered !== format) chosenFormat.value = null;
});

/**
 * The format in which this page copies short links: the chosen one, until the settings offer another. It is apart from what
 * copies: the popup needs it before the formats are loaded.
 */
export const copyFormat = computed((): CopyFormat => {
  const { format: offered, template } = offeredFormat(settings.value);
  return { format: chosenFormat.value?.format ?? offered, template };
});
