import { render } from 'preact';
import { openBatchState } from '../../components/batch/batch-state.ts';
import { BatchPage } from '../../components/batch/BatchPage.tsx';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import './style.css';

setPageLanguage(document, 'batchTitle');
void openBatchState().then((state) => render(<BatchPage state={state} />, document.body));
