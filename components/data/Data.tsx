import { text } from '../../lib/i18n/texts.ts';
import type { DataActions } from './use-backup.ts';
import { Files } from './Files.tsx';
import { Reset } from './Reset.tsx';

/** The stored data: a link to the history, the settings as a file, and the reset. */
export const Data = ({ actions }: { actions: DataActions }) => (
  <section class="section" aria-labelledby="data-title">
    <h2 id="data-title">{text('dataTitle')}</h2>
    <div class="card rows">
      <div class="setting" role="group" aria-labelledby="data-history">
        <div class="grow">
          <h3 id="data-history">{text('historyTitle')}</h3>
          <p class="note">{text('dataHistoryNote')}</p>
        </div>
        <a class="button small" href="/history.html">
          {text('dataHistoryOpen')}
        </a>
      </div>
      <Files actions={actions} />
      <Reset reset={actions.reset} />
    </div>
  </section>
);
