/** The rules of this repository that no linter has: see .oxlintrc.json, which says where each one holds. */
import { disablingHasReason } from './disabling-has-reason.js';
import { importLayers } from './import-layers.js';
import { noBarrels, noMarkupSinks } from './restricted-syntax.js';

export default {
  meta: { name: 'house' },
  rules: {
    'disabling-has-reason': disablingHasReason,
    'import-layers': importLayers,
    'no-barrels': noBarrels,
    'no-markup-sinks': noMarkupSinks,
  },
};
