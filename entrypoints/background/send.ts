import { type Send, sendMessage } from '../../lib/messaging/send.ts';
import type { OffscreenMessages } from '../offscreen/messages.ts';
import type { BackgroundMessages } from './index.ts';

/** Every message between the contexts of the extension. */
export type AllMessages = Required<BackgroundMessages> & OffscreenMessages;

/** Sends a message, as `sendMessage` does. Its types are those of the handlers. */
export const send = sendMessage as Send<AllMessages>;
