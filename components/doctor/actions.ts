import type { DiagnosticsDeps } from '../../lib/diagnostics/diagnose.ts';
import type { LinkTestActions } from '../link-test/use-link-test.ts';

/** What the section does beside what the doctor asks. Nothing rejects. */
export interface DoctorActions extends DiagnosticsDeps, LinkTestActions {
  /** Opens an address in a tab. */
  open(address: string): void;
  /** Resolves with whether the clipboard holds the text. */
  copy(text: string): Promise<boolean>;
  /** Waylark's version, and the browser's own words about itself. */
  about: { version: string; browser: string };
}
