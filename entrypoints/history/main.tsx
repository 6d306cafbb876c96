import { render } from 'preact';
import { History } from '../../components/history/History.tsx';
import { openHistoryState } from '../../components/history/history-state.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import './style.css';

setPageLanguage(document, 'historyTitle');
void openHistoryState().then((state) => render(<History state={state} />, document.body));
