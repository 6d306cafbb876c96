import { offeredValidity } from '../../lib/settings/schema.ts';
import { render } from 'preact';
import { BatchPage } from '../../components/batch/BatchPage.tsx';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import { readTabSelection } from '../../lib/batch/plan.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { actionsFor, readFirstStep } from './actions.ts';
import './style.css';

const start = async (): Promise<void> => {
  const selection = readTabSelection(location.search);
  const [firstStep, settings] = await Promise.all([readFirstStep(selection), readSettingsOrDefaults()]);
  const view = {
    firstStep,
    choice: offeredValidity(settings),
    offered: settings.offered,
    // A page without a selection sends nothing, so it does not claim to be private.
    private: selection?.private ?? false,
  };
  render(<BatchPage view={view} actions={actionsFor(selection)} />, document.body);
};

setPageLanguage(document, 'batchTitle');
void start();
