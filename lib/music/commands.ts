import * as z from 'zod/mini';
import { sleepChoices } from './choices.ts';
import { type Command, repeats } from './contract.ts';

/** A command as it arrives from a page, whose renderer may be in foreign hands. */
const command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('play'), by: z.enum(['person', 'itself']) }),
  z.object({ do: z.literal('pause') }),
  z.object({ do: z.literal('next') }),
  z.object({ do: z.literal('previous') }),
  z.object({ do: z.literal('look') }),
  z.object({ do: z.literal('stay') }),
  z.object({ do: z.literal('seek'), to: z.number() }),
  z.object({ do: z.literal('volume'), to: /* @__PURE__ */ z.number().check(z.gte(0), z.lte(1)) }),
  z.object({ do: z.literal('mute'), on: z.boolean() }),
  z.object({ do: z.literal('shuffle'), on: z.boolean() }),
  z.object({ do: z.literal('repeat'), mode: z.enum(repeats) }),
  z.object({ do: z.literal('track'), id: z.int() }),
  z.object({ do: z.literal('sleep'), after: z.nullable(z.literal(sleepChoices)) }),
]) satisfies z.ZodMiniType<Command>;

/** A command, or null for whatever is none. */
export const readCommand = (received: unknown): Command | null => command.safeParse(received).data ?? null;
