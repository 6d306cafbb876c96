import type { RefObject } from 'preact';
import { text, urlWarningText } from '../../lib/i18n/texts.ts';
import { Head } from './Head.tsx';

interface SecretWarningProps {
  /** The name of the parameter. */
  secret: string;
  remove(): void;
  button?: RefObject<HTMLButtonElement | null>;
}

/** The warning that an address may sign other people in, with a button that removes the parameter. */
export const SecretWarning = ({ secret, remove, button }: SecretWarningProps) => (
  <div class="problem secret">
    <p id="link-warning" class="say">
      <Head text={urlWarningText('secret')} />
    </p>
    <button ref={button ?? null} class="small primary" type="button" onClick={remove}>
      {text('urlWarning_secret_remove', secret)}
    </button>
  </div>
);
