/** Roles and names of the controls of the pill, in the order of Tab. */
export const pill = ['button Play', 'button Open player', 'button Close'];

/** The same for the full player while it plays, with a folded track list. */
export const full = [
  'button Collapse player',
  'button Close',
  'slider Seek',
  'button Shuffle',
  'button Previous',
  'button Pause',
  'button Next',
  'button Repeat',
  'button Mute',
  'slider Volume',
  'button Track list',
  'button Never on this site',
  'combobox Sleep timer',
];
