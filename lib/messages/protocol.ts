import * as z from 'zod/mini';
import { validity } from '../validity/contract.ts';
import type { Links } from '../links/links.ts';
import type { Service } from '../service/service.ts';

/** Our pages that may speak to the background, by their path. */
export const pages = { popup: '/popup.html', options: '/options.html' } as const;

export type Page = keyof typeof pages;

const text = z.string().check(z.maxLength(1000));
const isPrivate = z.boolean();

/** Every message: who may send it, and what it must hold. Answers are typed by `Responses`. */
export const protocol = {
  /** Make a short link; the answer comes when it is made or has failed, in 25 s at most. */
  shorten: {
    from: ['popup'],
    request: z.object({
      id: z.uuid(),
      // As long as it was typed: what is too long gets its own sentence.
      link: z.string(),
      title: text,
      validity,
      private: isPrivate,
    }),
  },
  /** The newest attempt whose outcome nobody was told. */
  unshown: { from: ['popup'], request: z.object({ private: isPrivate }) },
  /** The outcome of an attempt that is on its way. */
  arrival: { from: ['popup'], request: z.object({ id: z.uuid() }) },
  /** A person has been told the outcome. */
  show: { from: ['popup'], request: z.object({ id: z.uuid(), private: isPrivate }) },
  /** The connection, without the key. */
  connection: { from: ['options'], request: z.object({}) },
  /** Connect with these credentials; a null key means the saved one. */
  connect: {
    from: ['options'],
    request: z.object({
      address: text,
      secretId: text,
      secretKey: z.nullable(text),
      template: text,
    }),
  },
} as const satisfies Record<string, { from: readonly Page[]; request: z.ZodMiniType }>;

export type Name = keyof typeof protocol;
export type Request<N extends Name> = z.infer<(typeof protocol)[N]['request']>;

export interface Responses {
  shorten: Awaited<ReturnType<Links['shorten']>>;
  unshown: Awaited<ReturnType<Links['unshown']>>;
  arrival: Awaited<ReturnType<Links['arrival']>>;
  show: null;
  connection: Awaited<ReturnType<Service['view']>>;
  connect: Awaited<ReturnType<Service['connect']>>;
}

/** What the door answers: a value, or that the handler itself broke. */
export type Answer<N extends Name> = { ok: true; value: Responses[N] } | { ok: false };

/** What goes through the door, before its request is looked at. */
export const message = z.object({
  name: z.enum(Object.keys(protocol) as Name[]),
  request: z.unknown(),
});
