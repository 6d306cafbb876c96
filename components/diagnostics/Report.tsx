import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

interface Copying {
  /** Whether the clipboard holds the report; null before it was copied. */
  isCopied: boolean | null;
  start(): void;
}

/** Copying the report, and the result for the report as it is now. */
export const useCopying = (report: string, copy: (text: string) => Promise<boolean>): Copying => {
  const [copied, setCopied] = useState<{ report: string; done: boolean } | null>(null);
  const start = async (): Promise<void> => {
    // Without this, a screen reader would not announce the same message again.
    setCopied(null);
    const done = await copy(report);
    setCopied({ report, done });
  };
  return { isCopied: copied?.report === report ? copied.done : null, start: () => void start() };
};

/** The report, to read before it is copied. */
export const Report = ({ report }: { report: string }) => (
  <div class="report">
    <details>
      <summary>{text('diagnosticsReport')}</summary>
      <p class="note">{text('diagnosticsReportNote')}</p>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={text('diagnosticsReport')}>
        {report}
      </pre>
    </details>
  </div>
);
