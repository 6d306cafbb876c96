import type { Failure } from '../failures/schema.ts';

/** The state of the test of a real link. In `asking` the person is asked where the short link led, which a tab shows. */
export type LinkTest =
  | { state: 'none' | 'creating' }
  | { state: 'failed'; failure: Failure }
  /** `isWholeAddress`: the service answered this very address, so that no setting of ours is wrong. */
  | { state: 'opening' | 'arrived' | 'nowhere' | 'asking'; shortLink: string; isWholeAddress?: boolean };

/** The web page that the real link leads to. It is outside of every service: services refuse links to themselves. */
export const linkTestTarget = 'https://example.com/';
