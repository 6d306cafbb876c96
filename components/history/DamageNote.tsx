import { localDate } from '../../lib/validity/validity.ts';
import { useState } from 'preact/hooks';
import { toJson } from '../../lib/history/export.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { HistoryActions } from './history-actions.ts';

type RepairActions = Pick<HistoryActions, 'salvage' | 'rebuild' | 'save'>;

/** Saves what can be read in a file first, since the browser may refuse to write it to the new database. */
const repair = async ({ salvage, rebuild, save }: RepairActions): Promise<void> => {
  const intact = await salvage();
  const name = `waylark-history-${localDate(Date.now())}.json`;
  save(name, new Blob([toJson(intact)], { type: 'application/json' }));
  await rebuild(intact);
};

interface DamageNoteProps {
  actions: RepairActions;
  /** Called when the history can be read again. */
  onRepaired(): void;
}

/** Says that a part of the history is damaged, and repairs it. */
export const DamageNote = ({ actions, onRepaired }: DamageNoteProps) => {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const start = (): void => {
    if (state === 'busy') return;
    setState('busy');
    const finish = (): void => {
      setState('idle');
      onRepaired();
    };
    repair(actions).then(finish, () => setState('failed'));
  };
  return (
    <div class="problem">
      <p role="alert">{text(state === 'failed' ? 'historyUnrepaired' : 'historyDamaged')}</p>
      <button type="button" aria-busy={state === 'busy'} onClick={start}>
        {text('historyRepair')}
      </button>
    </div>
  );
};
