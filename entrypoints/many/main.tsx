import { offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import { Many } from '../../components/many/Many.tsx';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { readWhich } from '../../lib/batch/plan.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { actionsFor, firstStep } from './actions.ts';
import './style.css';

const start = async (): Promise<void> => {
  const which = readWhich(location.search);
  const [first, settings] = await Promise.all([firstStep(which), readSettingsOrDefaults()]);
  // What names no tabs sends nothing; until it is known to be private, nothing of it is written.
  const isPrivate = which?.private ?? false;
  const { offered } = settings;
  const view = { first, choice: offeredValidity(settings), offered, private: isPrivate };
  render(<Many view={view} actions={actionsFor(which)} />, document.body);
};

setPageLanguage(document, 'manyTitle');
void start();
