import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { freeHue, maxConnections } from '../../lib/settings/connection-info.ts';
import { Policy, SetByOrganisation } from '../policy/Policy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Account, type Entry } from './Account.tsx';
import type { ConnectionActions, ListedConnection, Prefill, Status } from './connection-form.ts';
import type { FirstRunParts } from './Form.tsx';
import { LockedRow, RowButton } from './ListRow.tsx';
import { PolicyAccount } from './PolicyAccount.tsx';

interface ConnectionProps {
  /** The default one first; empty before the first time. */
  connections: readonly ListedConnection[];
  /** Whether they could not be read. */
  isUnreadable: boolean;
  /** What the last check of the default connection found wrong with it; null if nothing. */
  problem?: string | null | undefined;
  /** The first values of connections that are not connected yet. */
  prefills?: readonly Prefill[] | undefined;
  /** Whether the form of the default one is shown at once to enter another key. */
  isForKey?: boolean;
  actions: ConnectionActions;
  firstRun?: FirstRunParts | undefined;
  /** Whether more can be added. */
  canAdd?: boolean;
}

/** The key of the form for another connection, and of the button that opens this form. */
const addKey = 'add';

/** Which form is open, to which row the focus returns, and what is announced: one form is open at a time. */
const useOpenForm = (first: string | null) => {
  const [open, setOpen] = useState(first);
  const [focused, setFocused] = useState<string | null>(null);
  /** The field that takes the focus when the form is shown. */
  const field = useRef(first && '#secretKey');
  useLayoutEffect(() => {
    if (open !== null && field.current) document.querySelector<HTMLElement>(field.current)?.focus();
    field.current = null;
  }, [open]);
  /** Opens a form at the press of its button. */
  const press = (key: string): void => {
    field.current = '#connection-form input';
    setOpen(key);
  };
  /** Closes the form, and moves the focus to a row. */
  const close = (key: string | null): void => {
    setOpen(null);
    setFocused(key);
  };
  return { open, setOpen, press, close, focused: open === null ? focused : null };
};

interface AddRowProps {
  /** No more connections can be added. */
  isFull: boolean;
  takesFocus: boolean;
  add(): void;
}

const AddRow = ({ isFull, takesFocus, add }: AddRowProps) => (
  <div class="setting more">
    {isFull ? (
      <p class="note">{text('problem_address_at_limit')}</p>
    ) : (
      <RowButton look="quiet" takesFocus={takesFocus} press={add}>
        <Icon name="plus" small />
        {text('connectionAdd')}
      </RowButton>
    )}
  </div>
);

const announcements: Partial<Record<Status['kind'] | 'saved' | 'removed', TextKey>> = {
  connecting: 'connecting',
  filled: 'connectionCodeRead',
  connected: 'connected',
  saved: 'shorteningSaved',
  removed: 'connectionRemoved',
};

/** The connections that the person has added, and those of an imported file that are not connected yet. */
const useEntries = ({ connections, prefills = [] }: ConnectionProps) => {
  /** The keys of imported ones that were connected since. */
  const [connected, setConnected] = useState<readonly string[]>([]);
  const own = connections.filter(({ isLocked }) => !isLocked);
  const imported = prefills
    .map((prefill, at): Entry => ({ key: `imported-${String(at)}`, view: null, prefill }))
    .filter(({ key }) => !connected.includes(key));
  return {
    own,
    entries: [...own.map((view): Entry => ({ key: view.id, view })), ...imported],
    /** Whether there is one at most: nothing on screen then shows that there can be several. */
    isSingle: connections.length + imported.length < 2,
    /** Whether nothing is connected yet, so that only the form is shown. */
    isFormOnly: connections.length === 0 && imported.length < 2,
    /** Leaves out an imported one, which is connected now. */
    leaveOut: (key: string): void => setConnected([...connected, key]),
  };
};

/** The person's own connections as rows; one of them can show its form. */
const OwnConnections = (props: ConnectionProps) => {
  const { connections, isForKey, isUnreadable, problem, actions, firstRun, canAdd } = props;
  const [announced, announce] = useState<keyof typeof announcements>('idle');
  // If the organisation sets the account, a second connection would only repeat the first.
  const isAccountLocked = useContext(Policy).connection.secretId !== null;
  const { own, entries, isSingle, isFormOnly, leaveOut } = useEntries(props);
  const { open, setOpen, press, close, focused } = useOpenForm((isForKey && own[0]?.id) || null);
  if (open === addKey || (isFormOnly && entries.length === 0))
    entries.push({
      key: addKey,
      view: null,
      prefill: isFormOnly ? undefined : { hue: freeHue(connections) },
    });

  const hasAdd = canAdd && !isAccountLocked && !isFormOnly && open !== addKey;
  // The form is the whole page of the first run, without a card around it.
  const hasCard = isFormOnly ? !firstRun : entries.length > 0 || hasAdd;
  return (
    <div class={hasCard ? 'card rows connection' : 'connection'}>
      {entries.map((entry) => {
        const { key, view } = entry;
        return (
          <Account
            key={key}
            entry={entry}
            all={connections}
            isListed={view ? !isSingle : !isFormOnly}
            isUnreadable={isUnreadable}
            problem={problem}
            actions={actions}
            firstRun={firstRun}
            isOpen={isFormOnly || open === key}
            takesFocus={focused === key}
            press={() => press(key)}
            stayOpen={() => setOpen(key)}
            close={isFormOnly ? null : () => close(key)}
            announce={(kind) => announce(kind === 'connected' && view && !isSingle ? 'saved' : kind)}
            onSaved={(id) => {
              leaveOut(key);
              // In the first run, the focus moves on to the next step.
              close(firstRun ? null : id);
            }}
            onRemoved={() => {
              announce('removed');
              close(own.find(({ id }) => id !== key)?.id ?? addKey);
            }}
          />
        );
      })}
      {hasAdd && (
        <AddRow
          isFull={own.length >= maxConnections}
          takesFocus={focused === addKey}
          add={() => press(addKey)}
        />
      )}
      <p role="status" class="unseen">
        {announcements[announced] && text(announcements[announced])}
      </p>
    </div>
  );
};

type LockedProps = Pick<ConnectionProps, 'connections' | 'problem' | 'actions'>;

/** The connections that the organisation sets. */
const LockedRows = ({ connections, ...row }: LockedProps) => (
  <div class="card rows">
    {connections
      .filter(({ isLocked }) => isLocked)
      .map((each) => (
        <LockedRow key={each.id} connection={each} isDefault={each === connections[0]} {...row} />
      ))}
  </div>
);

/** The connections of a person; those of the organisation if it allows no others. */
export const Connection = (props: ConnectionProps) => {
  const { connection } = useContext(Policy);
  // A changed policy resets the form.
  if (!connection.hasKey) return <OwnConnections key={JSON.stringify(connection)} {...props} />;
  if (props.connections.length < 2) return <PolicyAccount connection={connection} {...props} />;
  return (
    <>
      <LockedRows {...props} />
      <SetByOrganisation />
    </>
  );
};

/** The connections that the organisation sets beside those of a person. */
export const LockedConnections = (props: LockedProps) => {
  const { connection } = useContext(Policy);
  if (connection.hasKey || !props.connections.some(({ isLocked }) => isLocked)) return null;
  return (
    <section class="section" aria-labelledby="locked-title">
      <h2 id="locked-title">{text('policySet')}</h2>
      <LockedRows {...props} />
    </section>
  );
};
