import { render } from 'preact';
import type { ConnectionActions } from '../../components/connection/use-connecting.ts';
import { Options } from '../../components/options/Options.tsx';
import { askToReach } from '../../lib/browser/permissions.ts';
import { speak } from '../../lib/browser/texts.ts';
import { send } from '../../lib/messages/send.ts';
import { musicActions, readMusic } from './music.ts';
import { readShortening, shorteningActions } from './shortening.ts';
import './style.css';

const actions: ConnectionActions = {
  askToReach,
  connect: (form) => send('connect', form).catch(() => null),
};

const start = async (): Promise<void> => {
  const [view, shortening, music] = await Promise.all([
    send('connection', {}).catch(() => undefined),
    readShortening(),
    readMusic(),
  ]);
  const parts = { view, actions, shortening, shorteningActions, music, musicActions };
  render(<Options {...parts} />, document.body);
};

speak(document, 'optionsTitle');
void start();
