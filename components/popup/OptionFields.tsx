import { useEffect, useState } from 'preact/hooks';
import { background } from '../../lib/background.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { failureSentence } from '../../lib/i18n/failure-sentence.ts';
import { limitText } from '../../lib/i18n/opens.ts';
import { formatList, text } from '../../lib/i18n/texts.ts';
import { chosenConnection, type DraftOptions } from '../../lib/shortening/draft.ts';
import { endingPattern, maxOpenLimit } from '../../lib/url/contract.ts';
import { connections } from '../page.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Form } from './use-form.ts';

/** The number of times that stands in the field first. */
const firstNumber = '5';

interface LimitFieldProps {
  limit: string | null;
  isWrong: boolean;
  change(limit: string | null): void;
  /** The browser has found it wrong. */
  onInvalid(): void;
}

/** How often the link works: without a limit, once, or a number of times. */
const LimitField = ({ limit, isWrong, change, onInvalid }: LimitFieldProps) => {
  const [isNumber, setNumber] = useState(limit !== null && limit !== '1');
  const choose = (value: string | null, asNumber: boolean): void => {
    setNumber(asNumber);
    change(value);
  };
  const segments = [
    { name: text('limitNone'), isChosen: limit === null, choose: () => choose(null, false) },
    { name: text('worksOnce'), isChosen: limit === '1' && !isNumber, choose: () => choose('1', false) },
    { name: text('limitNumber'), isChosen: isNumber, choose: () => choose(firstNumber, true) },
  ];
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
          onInput={(event) => change(event.currentTarget.value)}
          onInvalid={onInvalid}
        />
      )}
      <p id="limit-note" class={isWrong ? 'note warn' : 'note'} hidden={limit === null}>
        {isWrong ? range : text('limitHint')}
      </p>
    </div>
  );
};

interface EndingFieldProps {
  ending: string;
  isWrong: boolean;
  change(ending: string): void;
  /** The browser has found it wrong. */
  onInvalid(): void;
  /** The service has another link with this ending. */
  taken: Failure | null;
  /** The id of the connection that was chosen; undefined for the default one. */
  connection: string | undefined;
}

/** The last part of the short link's address, behind its host. */
const EndingField = ({ ending, isWrong, change, onInvalid, taken, connection }: EndingFieldProps) => {
  const [host, setHost] = useState('');
  const readHost = async (): Promise<void> => {
    const origin = await background.shortOrigin({ connection });
    setHost(origin ? new URL(origin).host : '');
  };
  useEffect(() => void readHost(), [connection]);
  return (
    <div class="field">
      <label for="ending">{text('endingLabel')}</label>
      <div class="affix line" dir="ltr">
        {host && (
          <span class="cut tail">
            <bdi dir="ltr">{`${host}/`}</bdi>
          </span>
        )}
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
          onInput={(event) => change(event.currentTarget.value.trim())}
          onInvalid={onInvalid}
        />
      </div>
      <p id="ending-note" class="note warn">
        {isWrong && (taken ? failureSentence(taken, 'popup') : text('endingHint'))}
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

/** What is set, for the folded line: "Works once, bergen-june". */
const optionsText = (limit: string | null, ending: string): string => {
  const limited = limit ? [limitText(Number(limit))] : [];
  return formatList(ending ? [...limited, ending] : limited);
};

/** The line Options and, unfolded, how often the link works and its ending. Nothing if the service offers neither. */
export const OptionFields = ({ form }: { form: Form }) => {
  const { options, setOptions, shortening } = form;
  const { limit = null, ending = '', connection } = options ?? {};
  const features: readonly string[] = chosenConnection(connections.value, options)?.features ?? [];
  const hasLimit = features.includes('limit');
  const hasEnding = features.includes('ending');
  const isSet = limit !== null || ending !== '';
  const [isOpen, setOpen] = useState(isSet);
  /** The field that is wrong: unfolded and focused each time that it is found wrong. */
  const [wrong, setWrong] = useState<{ id: 'limit' | 'ending' } | null>(null);
  const taken = shortening.failure?.reason === 'ending-taken' ? shortening.failure : null;

  const change = (changed: Partial<DraftOptions>): void => {
    setOptions(withOptions(options, changed));
    setWrong(null);
  };
  const changeEnding = (changed: string): void => {
    change({ ending: changed });
    if (taken) shortening.setFailure(null);
  };
  const markWrong = (id: 'limit' | 'ending'): void => {
    setOpen(true);
    setWrong({ id });
  };
  useEffect(() => {
    if (taken) markWrong('ending');
  }, [shortening.failure]);
  useEffect(() => {
    if (wrong) document.getElementById(wrong.id)?.focus();
  }, [wrong]);
  // A draft may be older than what the service offers now, and another service may offer less.
  useEffect(() => {
    if (!options || (hasLimit && hasEnding)) return;
    setOptions(withOptions(options, { limit: hasLimit ? limit : null, ending: hasEnding ? ending : '' }));
  }, [hasLimit, hasEnding]);

  if (!hasLimit && !hasEnding) return null;
  const shown = isSet && !isOpen ? optionsText(limit, ending) : '';
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
        {hasLimit && (
          <LimitField
            limit={limit}
            isWrong={wrong?.id === 'limit'}
            change={(changed) => change({ limit: changed })}
            onInvalid={() => markWrong('limit')}
          />
        )}
        {hasEnding && (
          <EndingField
            ending={ending}
            isWrong={wrong?.id === 'ending'}
            change={changeEnding}
            onInvalid={() => markWrong('ending')}
            taken={taken}
            connection={connection}
          />
        )}
      </div>
    </>
  );
};
