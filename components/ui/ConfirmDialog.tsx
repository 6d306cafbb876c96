import type { ComponentChildren } from 'preact';
import { text } from '../../lib/i18n/texts.ts';
import { Dialog } from './Dialog.tsx';

/** Asks whether something should be done, and says what that means. The focus is on Cancel if the button removes something. */
export const ConfirmDialog = ({
  title,
  label,
  isDangerous = false,
  run,
  other,
  onClose,
  children,
}: {
  title: string;
  /** What the button says. */
  label: string;
  /** The button removes something. */
  isDangerous?: boolean;
  run(): void;
  /** Another way, which comes first. */
  other?: { label: string; run(): void } | undefined;
  onClose(): void;
  children: ComponentChildren;
}) => (
  <Dialog title={title} onClose={onClose}>
    {children}
    <form method="dialog" class="buttons">
      {other && (
        <button class="quiet" onClick={other.run}>
          {other.label}
        </button>
      )}
      <button data-autofocus={isDangerous || undefined}>{text('historyCancel')}</button>
      <button
        class={isDangerous ? 'danger' : 'primary'}
        data-autofocus={!isDangerous || undefined}
        onClick={run}
      >
        {label}
      </button>
    </form>
  </Dialog>
);
