import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GrantedPermissions } from '../../lib/browser/contract.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { AboutActions } from './actions.ts';
import { type Row, useGiven } from './use-given.ts';
import { alwaysInWords, goneInWords, nameOf, whyOf } from './words.ts';

const GivenRow = ({ given, ended, giveBack }: Row & { giveBack(): void }) => {
  const outcome = useRef<HTMLParagraphElement>(null);
  // The button goes, or has done nothing: what it came to is said where the focus is.
  useEffect(() => {
    if (ended) outcome.current?.focus();
  }, [ended]);
  const name = nameOf(given);
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <p class="note">{whyOf(given)}</p>
        {ended && (
          <p ref={outcome} tabIndex={-1} class={ended === 'kept' ? 'note warn' : 'note'}>
            {goneInWords(given, ended)}
          </p>
        )}
      </div>
      {(ended === null || ended === 'kept') && (
        <button type="button" aria-label={text('aboutRevokeNamed', name)} onClick={giveBack}>
          {text('aboutRevoke')}
        </button>
      )}
    </li>
  );
};

/** A row that the browser took away may take the focus along: it goes to the list's title. */
const useFocusKept = (rows: readonly Row[]) => {
  const group = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isInside.current && isLost) group.current?.querySelector<HTMLElement>('h4')?.focus();
  }, [rows]);
  const look = (): void => {
    isInside.current = group.current?.contains(document.activeElement) ?? false;
  };
  return { group, look };
};

const GivenByPerson = ({
  first,
  actions,
}: {
  first: GrantedPermissions['optional'];
  actions: AboutActions;
}) => {
  const { rows, giveBack } = useGiven({ first, actions });
  const { group, look } = useFocusKept(rows);
  return (
    <div ref={group} onFocusIn={look} role="group" aria-labelledby="given-title">
      <h4 id="given-title" tabIndex={-1}>
        {text('aboutGranted')}
      </h4>
      {rows.length === 0 && <p class="note">{text('aboutGrantedNone')}</p>}
      <ul class="permissions">
        {rows.map((row) => (
          <GivenRow key={row.given.id} {...row} giveBack={() => void giveBack(row.given)} />
        ))}
      </ul>
    </div>
  );
};

/** What the browser lets the extension do now, each with its reason; what the person gave can be given back. */
export const Permissions = ({ first, actions }: { first: GrantedPermissions; actions: AboutActions }) => (
  <div class="block">
    <h3>{text('aboutPermissions')}</h3>
    <GivenByPerson first={first.optional} actions={actions} />
    <div role="group" aria-labelledby="always-title">
      <h4 id="always-title">{text('aboutRequired')}</h4>
      <ul class="permissions">
        {first.required.map((each) => {
          const words = alwaysInWords(each);
          return (
            words && (
              <li key={each}>
                <div>
                  <strong>{words.name}</strong>
                  <p class="note">{words.why}</p>
                </div>
              </li>
            )
          );
        })}
      </ul>
    </div>
  </div>
);
