import { render } from 'preact';
import { OutcomePage } from '../../components/outcome/OutcomePage.tsx';
import { readSettingsOfPage } from '../../components/page.ts';
import { setPageLanguage } from '../../lib/i18n/texts.ts';
import './style.css';

setPageLanguage(document, 'outcomeTitle');
void readSettingsOfPage().then(() => render(<OutcomePage />, document.body));
