import { useEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { TextField } from './TextField.tsx';

interface KeyFieldProps {
  /** Null while the saved key is used. */
  value: string | null;
  /** Whether a key is saved. */
  isSet: boolean;
  problem: string | undefined;
  change(value: string | null): void;
  divert(text: string): boolean;
}

const KeyIsSet = ({ replace }: { replace(): void }) => (
  <div class="field" role="group" aria-labelledby="key-label">
    <span id="key-label" class="label">
      {text('secretKeyLabel')}
    </span>
    <div class="set">
      <span class="grow">{text('secretKeySet')}</span>
      <button type="button" class="small" onClick={replace}>
        {text('replaceKey')}
      </button>
    </div>
  </div>
);

/** The SecretKey. A saved key is never shown: it is "set", and can be replaced. */
export const KeyField = ({ value, isSet, problem, change, divert }: KeyFieldProps) => {
  const element = useRef<HTMLDivElement>(null);
  const swapped = useRef(false);
  const swap = (next: string | null): void => {
    swapped.current = true;
    change(next);
  };
  // The buttons Replace and Keep replace each other, so the focus is moved to the new one.
  useEffect(() => {
    if (swapped.current) element.current?.querySelector<HTMLElement>('input, button')?.focus();
    swapped.current = false;
  }, [value === null]);
  return (
    <div ref={element} class="form">
      {value === null ? (
        <KeyIsSet replace={() => swap('')} />
      ) : (
        <TextField
          id="secretKey"
          label="secretKeyLabel"
          isSecret
          hint={text('secretKeyHint')}
          value={value}
          problem={problem}
          change={change}
          divert={divert}
        />
      )}
      {value !== null && isSet && (
        <button class="quiet small" type="button" onClick={() => swap(null)}>
          {text('keepKey')}
        </button>
      )}
    </div>
  );
};
