import { render } from 'preact';
import type { ConnectionActions } from '../../components/connection/use-connecting.ts';
import { Options } from '../../components/options/Options.tsx';
import { askToReach } from '../../lib/browser/permissions.ts';
import { speak } from '../../lib/browser/texts.ts';
import { send } from '../../lib/messages/send.ts';
import './style.css';

const actions: ConnectionActions = {
  askToReach,
  connect: (form) => send('connect', form).catch(() => null),
};

const start = async (): Promise<void> => {
  const view = await send('connection', {}).catch(() => undefined);
  render(<Options view={view} actions={actions} />, document.body);
};

speak(document, 'optionsTitle');
void start();
