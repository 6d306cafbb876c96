import type { ConnectionForm } from '../../lib/connection/form.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { type ConnectionActions, useReachable } from './connection-form.ts';

interface CodeRowProps {
  form: ConnectionForm;
  actions: ConnectionActions;
  /** The name of the button that connects. */
  button: TextKey;
  edit(): void;
}

/** What a connection code has filled in, in one row in place of the fields. */
export const CodeRow = ({ form: { address, secretId }, actions, button, edit }: CodeRowProps) => {
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
          <span class="soft cut">{text('connectionCodeAs', secretId)}</span>
        </p>
        <button type="button" class="small quiet" onClick={edit}>
          {text('connectionCodeEdit')}
        </button>
      </div>
      <p class="note">
        {isReachable !== null &&
          (isReachable ? text('connectionCodeReady', text(button)) : text('connectionCodePrompt'))}
      </p>
    </div>
  );
};
