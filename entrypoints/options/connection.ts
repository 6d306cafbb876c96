import type { ConnectionActions } from '../../components/connection/use-connecting.ts';
import { askToReach, mayReach, onReachChange } from '../../lib/browser/permissions.ts';
import { send } from '../../lib/messaging/send.ts';

export const connectionActions: ConnectionActions = {
  askToReach: (origin) => askToReach(origin).catch(() => false),
  mayReach: (origin) => mayReach(origin).catch(() => false),
  onReachChange,
  connect: (form) => send('connect', form).catch(() => null),
};
