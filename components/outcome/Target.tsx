import { addressNotes } from '../../lib/delivery/address-notes.ts';
import type { DeliveredOutcome } from '../../lib/delivery/types.ts';
import { urlWarningText } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';

/** The page that was shortened, what is to be said of its address, and the warning for its address. */
export const Target = ({ link, title, warning, ...delivered }: DeliveredOutcome) => (
  <>
    {link !== '' && (
      <div class="target">
        <Initial name={title || withoutScheme(link)} address={link} />
        <div class="grow">
          {title && (
            <p class="clamp" dir="auto">
              {title}
            </p>
          )}
          <p class={title ? 'cut meta' : 'cut'} dir="ltr" title={link}>
            {withoutScheme(link)}
          </p>
        </div>
      </div>
    )}
    <div id="notes">
      {addressNotes(delivered).map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
      {warning && (
        <p class="notice">
          <Icon name="alert" />
          <span>{urlWarningText(warning)}</span>
        </p>
      )}
    </div>
  </>
);
