import type { Attempt } from '../types.ts';

/** A link that was created here, seen, and works until 2030. */
export const testAttempt = (change: Partial<Attempt> = {}): Attempt => ({
  id: crypto.randomUUID(),
  link: 'https://example.com/x',
  title: 'Title',
  account: 'account',
  createdAt: Date.now(),
  validity: { kind: 'duration', seconds: 3600 },
  state: 'created',
  shown: true,
  shortLink: 'https://s.example/aB3',
  expiresAt: 1_900_000_000,
  ...change,
});
