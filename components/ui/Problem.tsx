import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { goToPage } from '../page.ts';
import { actionLabels } from './action-labels.ts';
import { Head } from './Head.tsx';
import { failureSentence, remedy, type Remedy, type SentencePlace } from '../../lib/i18n/failure-sentence.ts';

/** A sentence about what went wrong, announced as soon as it appears. Without one it is empty, and hidden. */
export const Alert = ({ children }: { children: ComponentChildren }) => (
  <p role="alert" class="problem">
    {children}
  </p>
);

interface ProblemProps {
  failure: Failure | null;
  place: SentencePlace;
  /** What the buttons for the remedies do; a remedy without one has no button. */
  remedies?: Partial<Record<NonNullable<Remedy>, () => void>>;
  /** Whether the problem is only announced, and not shown. */
  isUnseen?: boolean;
}

export type Detail = [name: string, value: string];

/** What the service answered, and its address; nothing if it did not answer. */
export const detailsOf = ({ code, requestId, service }: Failure): Detail[] => {
  const answered: [TextKey, string | undefined][] = [
    ['detailCode', code?.toString()],
    ['detailRequest', requestId],
  ];
  const details = answered.flatMap(([name, value]): Detail[] => (value ? [[text(name), value]] : []));
  return details.length > 0 && service ? [...details, [text('detailService'), service]] : details;
};

export const DetailList = ({ details }: { details: readonly Detail[] }) => (
  <dl>
    {details.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** What happened, and on lines of their own what follows from it. */
export const Lines = ({ text }: { text: string }) => {
  const [first = '', ...rest] = text.split(/(?=\n)/);
  return (
    <>
      {rest.length === 0 ? <span class="say">{first}</span> : <Head text={first} />}
      {rest}
    </>
  );
};

/**
 * The first button where a link may exist: it gets the focus, so that Enter does not create a second one. The history opens with
 * what it has of the address of that attempt, if that is known; the browser lists the address of the page.
 */
export const CheckHistory = ({ attempt }: { attempt?: string | undefined }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A person who has moved on to a field stays there.
    if (document.activeElement?.matches('body, button')) button.current?.focus();
  }, []);
  return (
    <button
      ref={button}
      class="primary"
      type="button"
      onClick={() => goToPage(attempt === undefined ? '/history.html' : `/history.html#check=${attempt}`)}
    >
      {text('checkHistory')}
    </button>
  );
};

/** A failure and what to do, announced as soon as it appears; the details are folded. */
export const Problem = ({ failure, place, remedies = {}, isUnseen = false }: ProblemProps) => {
  const details = failure && !isUnseen ? detailsOf(failure) : [];
  const next = failure && remedy(failure);
  const apply = next && remedies[next];
  const look = failure?.reason === 'offline' ? 'problem offline' : 'problem';
  return (
    <div class={failure && !isUnseen ? look : 'unseen'}>
      <p role="alert">{failure && <Lines text={failureSentence(failure, place)} />}</p>
      {apply && (
        <button type="button" onClick={apply}>
          {text(actionLabels[next])}
        </button>
      )}
      {details.length > 0 && (
        <details>
          <summary>{text('details')}</summary>
          <DetailList details={details} />
        </details>
      )}
    </div>
  );
};
