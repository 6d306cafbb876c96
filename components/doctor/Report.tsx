import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';

interface ReportProps {
  report: string;
  copy(text: string): Promise<boolean>;
}

/** The report: to copy, and to read beforehand. */
export const Report = ({ report, copy }: ReportProps) => {
  const [copied, setCopied] = useState<{ report: string; done: boolean } | null>(null);
  const said = copied?.report === report ? copied.done : null;
  const start = async (): Promise<void> => {
    // Or the same words would not be said again.
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
        <p role="status" class={said === false ? 'mark warn' : 'mark'}>
          {said !== null && text(said ? 'diagnosticsCopied' : 'diagnosticsNotCopied')}
        </p>
      </div>
      <details>
        <summary>{text('diagnosticsReport')}</summary>
        <p class="note">{text('diagnosticsReportNote')}</p>
        {/* One can scroll in it by keyboard. */}
        <pre tabIndex={0} role="group" aria-label={text('diagnosticsReport')}>
          {report}
        </pre>
      </details>
    </div>
  );
};
