/** Role and name of all that one can do with the pill, in the order of Tab. */
export const pill = ['button Play', 'button Open player', 'button Close'];

/** The same of the full player while it plays; its track list is folded. */
export const full = [
  'button Fold player',
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
