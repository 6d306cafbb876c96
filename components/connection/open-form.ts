import { signal } from '@preact/signals';
import { listed } from '../options/options-state.ts';

// The forms of the connections: which one is open and where the focus goes.

/** The key of the form for another connection, and of the button that opens it. */
export const addKey = 'add';

/** The form that is open, one at a time: the id of its connection, the key of an imported one, or `addKey`. */
export const openKey = signal<string | null>(null);

/** The selector of the element that takes the focus once it is rendered. */
export const focusTarget = signal<string | null>(null);

/** The id of the button that opens a form. */
export const openButtonId = (key: string): string => `open-${key}`;

/** Opens a form, with the focus in its first field. */
export const openForm = (key: string): void => {
  openKey.value = key;
  focusTarget.value = '#connection-form input';
};

/** Opens the form of the first connection that a person can change, with the focus in its key. */
export const changeKey = (): void => {
  const first = listed.value?.find(({ isLocked }) => !isLocked);
  if (!first) return;
  openKey.value = first.id;
  focusTarget.value = '#secretKey';
};

/** Increased when the connections are left: what was begun before closes no form and announces nothing. */
let visit = 0;

export const currentVisit = (): number => visit;

/** Leaves no form open when the connections are left. */
export const leaveForms = (): void => {
  visit += 1;
  openKey.value = null;
  focusTarget.value = null;
};

/** Closes the form, and moves the focus to the button of a row; it stays where it is for null. */
export const closeForm = (key: string | null): void => {
  openKey.value = null;
  if (key !== null) focusTarget.value = `[id="${openButtonId(key)}"]`;
};
