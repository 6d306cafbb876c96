import { text } from '../../lib/browser/texts.ts';
import { TextField } from './TextField.tsx';

interface KeyFieldProps {
  /** Null while the saved key is kept. */
  value: string | null;
  /** Whether there is a saved key to keep. */
  isSet: boolean;
  problem: string | undefined;
  change(value: string | null): void;
}

/** The SecretKey: typed once, and from then on only "set" or replaced. */
export const KeyField = ({ value, isSet, problem, change }: KeyFieldProps) => {
  if (value === null) {
    return (
      <div class="field" role="group" aria-labelledby="key-label">
        <span id="key-label" class="label">
          {text('secretKeyLabel')}
        </span>
        <div class="set">
          <span>{text('secretKeySet')}</span>
          <button type="button" onClick={() => change('')}>
            {text('replaceKey')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      <TextField id="secretKey" label="secretKeyLabel" secret {...{ value, problem, change }} />
      {isSet && (
        <button class="quiet" type="button" onClick={() => change(null)}>
          {text('keepKey')}
        </button>
      )}
    </>
  );
};
