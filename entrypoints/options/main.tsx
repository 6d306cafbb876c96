import { render } from 'preact';
import { openOptions } from '../../components/options/options-state.ts';
import { OptionsPage } from '../../components/options/OptionsPage.tsx';
import { setPageLanguage, withSpaces } from '../../lib/i18n/texts.ts';
import './style.css';

setPageLanguage(document, 'optionsTitle');
document.title = withSpaces(document.title);
void openOptions().then(() => render(<OptionsPage />, document.body));
