import type { BrowserKind } from '../../../scripts/browsers/installed-programs.mjs';

/** A test outside of the matrix: its file, and the name that it has in there. */
export interface OtherTest {
  file: string;
  test: string;
}

/** A row that other tests hold: where a browser has no test, the reason. */
export interface OtherRow extends Record<BrowserKind, OtherTest | string> {
  id: string;
}

/** A test of tests/e2e. */
export const e2e = (name: string, test: string): OtherTest => ({ file: `tests/e2e/${name}.test.ts`, test });

/** A row that the same test holds in both browsers. */
export const both = (id: string, test: OtherTest): OtherRow => ({ id, chromium: test, firefox: test });

/** A row where a browser adds nothing: values go in and come out. */
export const cheap = (id: string, test: OtherTest): OtherRow => both(id, test);
