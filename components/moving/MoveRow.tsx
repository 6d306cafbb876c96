import { text } from '../../lib/i18n/texts.ts';

/** Opens the dialog that moves links. */
export const MoveRow = ({ open }: { open(): void }) => (
  <div class="card rows">
    <div class="setting">
      <div class="grow">
        <h3>{text('moveTitle')}</h3>
        <p class="note">{text('moveHint')}</p>
      </div>
      <button type="button" class="small" onClick={open}>
        {text('moveOpen')}
      </button>
    </div>
  </div>
);
