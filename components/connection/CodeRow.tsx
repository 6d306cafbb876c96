import type { ConnectionForm } from '../../lib/connection/form.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { type ConnectionActions, useReachable } from './connection-form.ts';
import { shortId } from './texts.ts';

interface CodeRowProps {
  form: ConnectionForm;
  actions: ConnectionActions;
  edit(): void;
}

/** What a connection code has filled in, in one row in place of the fields. */
export const CodeRow = ({ form: { address, secretId }, actions, edit }: CodeRowProps) => {
  const url = URL.parse(address);
  const isReachable = useReachable(url && address, actions);
  return (
    <div class="code">
      <div class="card setting">
        <span class="soft">
          <Icon name="link" />
        </span>
        <p class="grow">
          <bdi dir="ltr">{url?.host ?? address}</bdi>{' '}
          <span class="soft">{text('connectionCodeAs', shortId(secretId))}</span>
        </p>
        <button type="button" class="small quiet" onClick={edit}>
          {text('connectionCodeEdit')}
        </button>
      </div>
      <p class="note">
        {isReachable !== null && text(isReachable ? 'connectionCodeReady' : 'connectionCodePrompt')}
      </p>
    </div>
  );
};
