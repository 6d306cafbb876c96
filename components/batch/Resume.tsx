import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, plural, text } from '../../lib/i18n/texts.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import { doneCount } from './use-run.ts';

interface ResumeProps {
  batch: Batch;
  resume(): void;
  startOver(): void;
}

/** Shown after a reload in the middle of a run: nothing is sent until the person resumes it. */
export const Resume = ({ batch, resume, startOver }: ResumeProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { length } = batch.items;
  return (
    <section class="card ask">
      <p id="interrupted">{plural('batchInterrupted', length, formatNumber(doneCount(batch)))}</p>
      <div class="buttons">
        <button ref={button} class="primary" type="button" aria-describedby="interrupted" onClick={resume}>
          {text('batchResume')}
        </button>
        <button type="button" onClick={startOver}>
          {text('batchStartOver')}
        </button>
      </div>
    </section>
  );
};
