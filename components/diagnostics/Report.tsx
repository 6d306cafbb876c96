import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

interface ReportProps {
  report: string;
  copy(text: string): Promise<boolean>;
}

/** The report: to copy, and to read beforehand. */
export const Report = ({ report, copy }: ReportProps) => {
  const [copied, setCopied] = useState<{ report: string; done: boolean } | null>(null);
  const isCopied = copied?.report === report ? copied.done : null;
  const start = async (): Promise<void> => {
    // Without this, a screen reader would not announce the same message again.
    setCopied(null);
    const done = await copy(report);
    setCopied({ report, done });
  };
  return (
    <div class="report">
      <div class="buttons">
        <button type="button" onClick={() => void start()}>
          {text('diagnosticsCopy')}
        </button>
        <p role="status" class={isCopied === false ? 'mark warn' : 'mark'}>
          {isCopied !== null && text(isCopied ? 'diagnosticsCopied' : 'diagnosticsNotCopied')}
        </p>
      </div>
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
};
