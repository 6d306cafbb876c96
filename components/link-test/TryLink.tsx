import { text } from '../../lib/i18n/texts.ts';
import { Answers } from './Answers.tsx';
import { type LinkTestActions, useLinkTest } from './use-link-test.ts';
import { linkTestInWords } from './words.ts';

interface TryLinkProps {
  /** The origin to ask for access to; null where none has to be asked for. */
  askFor: string | null;
  actions: LinkTestActions;
}

/** Says beforehand which access the browser will ask for. */
export const AccessNote = ({ askFor }: { askFor: string | null }) =>
  askFor === null ? null : <p class="note">{text('diagnosticsAskAccess', new URL(askFor).host)}</p>;

/** The check that short links lead somewhere, at the end of the first run. */
export const TryLink = ({ askFor, actions }: TryLinkProps) => {
  const { link, start, answer } = useLinkTest(actions);
  const isBusy = link.state === 'creating' || link.state === 'opening';
  const isBad = link.state === 'failed' || link.state === 'nowhere';
  const words = linkTestInWords(link, actions.target);
  return (
    <section class="card try-link" aria-labelledby="try-link-title" tabIndex={-1}>
      <h3 id="try-link-title">{text('firstRunTestLink')}</h3>
      <p class="note">{text('diagnosticsNotTried', actions.target)}</p>
      {!isBusy && <AccessNote askFor={askFor} />}
      <div class="buttons">
        <button type="button" aria-disabled={isBusy} onClick={() => void start(askFor)}>
          {text('diagnosticsTryAdd')}
        </button>
      </div>
      <p role="status" class={link.state === 'arrived' ? 'good' : 'note'}>
        {!isBad && words}
      </p>
      <p role="alert" class="problem">
        {isBad && words}
      </p>
      {link.state === 'asking' && <Answers answer={answer} />}
    </section>
  );
};
