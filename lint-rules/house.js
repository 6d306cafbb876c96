/** The rules of this repository that no linter has: see .oxlintrc.json, which says where each one holds. */
import { disablingHasReason } from './disabling-has-reason.js';
import { importLayers } from './import-layers.js';
import { noImportCycles } from './no-import-cycles.js';
import { namedExports, noBarrels, noMarkupSinks } from './restricted-syntax.js';

export default {
  meta: { name: 'house' },
  rules: {
    'disabling-has-reason': disablingHasReason,
    'import-layers': importLayers,
    'named-exports': namedExports,
    'no-barrels': noBarrels,
    'no-import-cycles': noImportCycles,
    'no-markup-sinks': noMarkupSinks,
  },
};
