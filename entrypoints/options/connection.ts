import type { ConnectionActions } from '../../components/connection/use-connecting.ts';
import { requestAccess, mayReach, onPermissionChange } from '../../lib/browser/permissions.ts';
import { send } from '../../lib/messaging/send.ts';

export const connectionActions: ConnectionActions = {
  askToReach: (origin) => requestAccess(origin).catch(() => false),
  mayReach: (origin) => mayReach(origin).catch(() => false),
  onReachChange: onPermissionChange,
  connect: (form) => send('connect', form).catch(() => null),
};
