import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { limitText } from '../../lib/i18n/opens.ts';
import { formatList, text } from '../../lib/i18n/texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { chosenConnection, type DraftOptions } from '../../lib/shortening/draft.ts';
import { endingPattern, maxOpenLimit } from '../../lib/url/contract.ts';
import { Icon } from '../ui/Icon.tsx';
import type { LazyActions } from './popup-actions.ts';
import type { LinkOptions } from './use-shortening.ts';

interface OptionFieldsProps {
  connections: readonly ConnectionInfo[];
  options: DraftOptions | null;
  setOptions(options: DraftOptions | null): void;
  failure: Failure | null;
  setFailure(failure: Failure | null): void;
  actions: Pick<LazyActions, 'shortHost'>;
}

/** The number of times that stands in the field first. */
const firstNumber = '5';

/** The field that is wrong: unfolded and focused each time that it is found wrong. */
const useWrong = (failure: Failure | null, unfold: () => void) => {
  const [wrong, setWrong] = useState<{ id: 'limit' | 'ending' } | null>(null);
  const isTaken = failure?.reason === 'ending-taken';
  const mark = (id: 'limit' | 'ending'): void => {
    unfold();
    setWrong({ id });
  };
  useEffect(() => {
    if (isTaken) mark('ending');
  }, [failure]);
  useEffect(() => {
    if (wrong) document.getElementById(wrong.id)?.focus();
  }, [wrong]);
  return { wrong: wrong?.id, mark, isTaken, clear: () => setWrong(null) };
};

interface FieldsProps
  extends Pick<OptionFieldsProps, 'failure' | 'setFailure' | 'actions'>, ReturnType<typeof useWrong> {
  limit: string | null;
  ending: string;
  connection: string | undefined;
  set(changed: Partial<DraftOptions>): void;
}

/** How often the link works: without a limit, once, or a number of times. */
const LimitField = ({ limit, set, wrong, mark, clear }: FieldsProps) => {
  const [isNumber, setNumber] = useState(limit !== null && limit !== '1');
  const choose = (value: string | null, asNumber: boolean): void => {
    clear();
    setNumber(asNumber);
    set({ limit: value });
  };
  const segments = [
    { name: text('limitNone'), isChosen: limit === null, choose: () => choose(null, false) },
    { name: text('worksOnce'), isChosen: limit === '1' && !isNumber, choose: () => choose('1', false) },
    { name: text('limitNumber'), isChosen: isNumber, choose: () => choose(firstNumber, true) },
  ];
  const isWrong = wrong === 'limit';
  const range = text('limitTimes', String(maxOpenLimit));
  return (
    <div class="field">
      <span id="limit-label" class="label">
        {text('limitLabel')}
      </span>
      <div
        class="chips segments"
        role="radiogroup"
        aria-labelledby="limit-label"
        aria-describedby="limit-note"
      >
        {segments.map((each) => (
          <label key={each.name}>
            <input type="radio" name="limit" checked={each.isChosen} onChange={each.choose} />
            {each.name}
          </label>
        ))}
      </div>
      {isNumber && (
        <input
          id="limit"
          class="num"
          type="number"
          aria-label={range}
          aria-describedby="limit-note"
          aria-invalid={isWrong}
          required
          min={1}
          max={maxOpenLimit}
          value={limit ?? ''}
          onInput={({ currentTarget }) => {
            clear();
            set({ limit: currentTarget.value });
          }}
          onInvalid={() => mark('limit')}
        />
      )}
      <p id="limit-note" class={isWrong ? 'note warn' : 'note'} hidden={limit === null}>
        {isWrong ? range : text('limitHint')}
      </p>
    </div>
  );
};

/** The last part of the short link's address, behind its host. */
const EndingField = (props: FieldsProps) => {
  const { ending, set, failure, setFailure, wrong, mark, clear, isTaken, actions, connection } = props;
  const [host, setHost] = useState('');
  useEffect(() => void actions.shortHost(connection).then(setHost), [connection]);
  const isWrong = wrong === 'ending';
  return (
    <div class="field">
      <label for="ending">{text('endingLabel')}</label>
      <div class="affix" dir="ltr">
        {host && <span class="cut">{`${host}/`}</span>}
        <input
          id="ending"
          type="text"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          pattern={endingPattern.source}
          value={ending}
          aria-describedby="ending-note"
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => {
            set({ ending: currentTarget.value.trim() });
            clear();
            if (isTaken) setFailure(null);
          }}
          onInvalid={() => mark('ending')}
        />
      </div>
      <p id="ending-note" class={isWrong ? 'note warn' : 'note'}>
        {failure && isTaken ? failureSentence(failure, 'popup') : text('endingHint')}
      </p>
    </div>
  );
};

/** The options with these changes; null if nothing is set. */
export const withOptions = (
  options: DraftOptions | null,
  changed: Partial<DraftOptions>,
): DraftOptions | null => {
  const next = { limit: null, ending: '', ...options, ...changed };
  return next.limit !== null || next.ending !== '' || next.connection !== undefined ? next : null;
};

/** The line Options and, unfolded, how often the link works and its ending. Nothing if the service offers neither. */
export const OptionFields = ({ options, setOptions, connections, ...props }: OptionFieldsProps) => {
  const { limit = null, ending = '', connection } = options ?? {};
  const features: readonly string[] = chosenConnection(connections, options)?.features ?? [];
  const isSet = limit !== null || ending !== '';
  const hasLimit = features.includes('limit');
  const hasEnding = features.includes('ending');
  const [isOpen, setOpen] = useState(isSet);
  const set = (changed: Partial<DraftOptions>): void => setOptions(withOptions(options, changed));
  // A draft may be older than what the service offers now, and another service may offer less.
  useEffect(() => {
    if (options && !(hasLimit && hasEnding))
      set({ ...(!hasLimit && { limit: null }), ...(!hasEnding && { ending: '' }) });
  }, [hasLimit, hasEnding]);
  const fields = {
    ...props,
    ...useWrong(props.failure, () => setOpen(true)),
    limit,
    ending,
    connection,
    set,
  };
  if (!hasLimit && !hasEnding) return null;
  const shown =
    isSet && !isOpen
      ? formatList([...(limit ? [limitText(Number(limit))] : []), ...(ending ? [ending] : [])])
      : '';
  return (
    <>
      <button
        class="quiet small unfold"
        type="button"
        aria-expanded={isOpen}
        aria-controls="options"
        aria-label={shown ? `${text('linkOptions')}: ${shown}` : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="cut">{shown || text('linkOptions')}</span>
        <Icon name="chevron" small />
      </button>
      <div id="options" class="options form" hidden={!isOpen}>
        {hasLimit && <LimitField {...fields} />}
        {hasEnding && <EndingField {...fields} />}
      </div>
    </>
  );
};

/** What is set; undefined if something is wrong: `checkValidity` then marks its field by the event `invalid`. */
export const readOptions = ({ limit, ending, connection }: DraftOptions): LinkOptions | undefined => {
  const fields = document.querySelectorAll<HTMLInputElement>('.options input');
  if (![...fields].every((field) => field.checkValidity())) return undefined;
  return { limit: Number(limit) || undefined, ending: ending || undefined, connection };
};
