import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, plural, text } from '../../lib/i18n/texts.ts';
import type { Batch } from '../../lib/batch/run.ts';
import { doneIn } from './use-run.ts';

interface ResumeProps {
  batch: Batch;
  goOn(): void;
  startOver(): void;
}

/** After a reload in the middle of a run: nothing is sent before the person says so. */
export const Resume = ({ batch, goOn, startOver }: ResumeProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { length } = batch.items;
  return (
    <section class="card form">
      <p id="interrupted">{plural('manyInterrupted', length, formatNumber(doneIn(batch)))}</p>
      <div class="actions">
        <button ref={button} class="primary" type="button" aria-describedby="interrupted" onClick={goOn}>
          {text('manyGoOn')}
        </button>
        <button type="button" onClick={startOver}>
          {text('manyStartOver')}
        </button>
      </div>
    </section>
  );
};
