import { batch } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { freeHue, maxConnections } from '../../lib/settings/connection-info.ts';
import {
  connectionProblem,
  hasFirstForm,
  imported,
  isMemoryOnly,
  listed,
  type ListedConnection,
  policy,
  remove,
  step,
} from '../options/options-state.ts';
import { SetByOrganisation } from '../policy/Policy.tsx';
import { announce } from '../ui/announce.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { type Prefill, type Status, useConnecting, useForm } from './connection-form.ts';
import { Form } from './Form.tsx';
import { ImportedRow, LockedRow, OwnRow, RowButton } from './ListRow.tsx';
import { addKey, closeForm, focusTarget, openKey } from './open-form.ts';
import { PolicyAccount } from './PolicyAccount.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { Service } from './Service.tsx';
import { useReachable } from './use-access.ts';

const announcements: Partial<Record<Status['kind'], TextKey>> = {
  connecting: 'connecting',
  filled: 'connectionCodeRead',
  connected: 'connected',
};

/** The only connection in one row, with a button that shows its form. */
const SingleRow = ({
  view: { id, address, secretId },
  isReachable,
  hasFailed,
}: {
  view: ListedConnection;
  isReachable: boolean;
  /** Whether the last attempt to change the connection failed. */
  hasFailed: boolean;
}) => {
  const isOpen = openKey.value === id;
  const problem = connectionProblem.value;
  const state = problem !== null || !isReachable ? 'bad' : 'good';
  const line = problem ?? text(hasFailed ? 'connectedStill' : 'connectedAs', secretId);
  return (
    <div class="setting">
      <Service state={isReachable && isOpen ? 'edited' : state} address={address}>
        <p class="note">{isReachable ? line : text('connectedUnreachable')}</p>
      </Service>
      {!isOpen && <RowButton opens={id}>{text('connectionChange')}</RowButton>}
    </div>
  );
};

/** A connection that the person has added or adds. */
interface Entry {
  /** The id of the connection, the key of an imported one, or `addKey`. */
  key: string;
  /** Null if it is not connected yet. */
  view: ListedConnection | null;
  /** The first values of its form if it is not connected yet. */
  prefill?: Prefill | undefined;
}

/** The form alone, the only connection, or one of several with a name and a colour. */
type Look = 'form' | 'single' | 'listed';

/** A connection as a row with its form below while that is open, or the form alone. */
const Account = ({ entry: { key, view, prefill }, look }: { entry: Entry; look: Look }) => {
  const state = useForm(view, prefill);
  const isReachable = useReachable(look === 'single' && view ? view.address : null) ?? true;
  const [removal, setRemoval] = useState<'asking' | 'failed' | null>(null);
  const isFirst = hasFirstForm.value;

  const connecting = useConnecting({
    onStart() {
      // Granting the access to a service that could not be reached would otherwise close its form.
      openKey.value = key;
    },
    announce(kind) {
      const isSaved = kind === 'connected' && view && look === 'listed';
      const key = isSaved ? 'shorteningSaved' : announcements[kind];
      announce(key ? text(key) : '');
    },
    onSaved({ id }) {
      state.reset();
      imported.value = imported.value.filter((each) => each.key !== key);
      // In the first run, the focus moves on to the next step.
      closeForm(isFirst ? null : id);
    },
  });
  const { kind } = connecting.status;

  const cancel = (): void => {
    if (kind !== 'connecting') {
      state.reset();
      connecting.clearStatus();
    }
    closeForm(key);
  };

  const removeConnection = async (): Promise<void> => {
    if (!(await remove(key))) {
      setRemoval('failed');
      return;
    }
    announce(text('connectionRemoved'));
    closeForm(listed.value?.find(({ isLocked }) => !isLocked)?.id ?? addKey);
  };

  const isOpen = openKey.value === key;
  // Saving the form of a service that cannot be reached requests the access that is missing.
  const hasForm = isOpen || look === 'form' || (look === 'single' && !isReachable);
  return (
    <>
      {look === 'single' && view && (
        <SingleRow view={view} isReachable={isReachable} hasFailed={kind === 'failed'} />
      )}
      {look === 'listed' && view && <OwnRow connection={view} />}
      {look === 'listed' && prefill?.address && <ImportedRow id={key} prefill={prefill} />}
      {hasForm && (
        <Form
          view={view}
          isListed={look === 'listed'}
          state={state}
          connecting={connecting}
          cancel={isOpen && look !== 'form' ? cancel : null}
          remove={look === 'listed' && view ? () => setRemoval('asking') : null}
        />
      )}
      {removal === 'asking' && view && (
        <RemoveDialog
          connection={view}
          run={() => void removeConnection()}
          onClose={() => setRemoval((now) => (now === 'asking' ? null : now))}
        />
      )}
      {removal === 'failed' && <Alert>{text('connectionNotRemoved')}</Alert>}
    </>
  );
};

/** Moves the focus once what it moves to is rendered, and leaves no form open when the connections are left. */
const useForms = (): void => {
  const { value: target } = focusTarget;
  useLayoutEffect(() => {
    if (target === null) return;
    document.querySelector<HTMLElement>(target)?.focus();
    focusTarget.value = null;
  }, [target]);
  useLayoutEffect(
    () => () =>
      batch(() => {
        openKey.value = null;
        focusTarget.value = null;
        announce('');
      }),
    [],
  );
};

/** The person's own connections as rows; one of them can show its form. */
const OwnConnections = () => {
  useForms();
  const all = listed.value ?? [];
  const own = all.filter(({ isLocked }) => !isLocked);
  // Nothing on screen shows then that there can be several.
  const isSingle = all.length + imported.value.length < 2;
  const isFormOnly = all.length === 0 && imported.value.length < 2;

  const entries: Entry[] = [
    ...own.map((view) => ({ key: view.id, view })),
    ...imported.value.map(({ key, connection }) => ({ key, view: null, prefill: connection })),
  ];
  const isAdding = openKey.value === addKey && !isFormOnly;
  if (isAdding) entries.push({ key: addKey, view: null, prefill: { hue: freeHue(all) } });
  else if (isFormOnly && entries.length === 0) entries.push({ key: addKey, view: null });

  const lookOf = ({ view }: Entry): Look => {
    if (isFormOnly) return 'form';
    return view && isSingle ? 'single' : 'listed';
  };
  // If the organisation sets the account, a second connection would only repeat the first.
  const isAccountLocked = policy.value.connection.secretId !== null;
  const canAdd = step.value === null && !isAccountLocked && !isFormOnly && !isAdding;
  // The form is the whole page of the first run, without a card around it.
  const hasCard = isFormOnly ? step.value === null : entries.length > 0 || canAdd;
  return (
    <div class={hasCard ? 'card rows connection' : 'connection'}>
      {entries.map((entry) => (
        <Account key={entry.key} entry={entry} look={lookOf(entry)} />
      ))}
      {canAdd && (
        <div class="setting more">
          {own.length >= maxConnections ? (
            <p class="note">{text('problem_address_at_limit')}</p>
          ) : (
            <RowButton look="quiet" opens={addKey}>
              <Icon name="plus" small />
              {text('connectionAdd')}
            </RowButton>
          )}
        </div>
      )}
    </div>
  );
};

/** The connections that the organisation sets. */
const LockedRows = () => (
  <div class="card rows">
    {(listed.value ?? [])
      .filter(({ isLocked }) => isLocked)
      .map((each) => (
        <LockedRow key={each.id} connection={each} />
      ))}
  </div>
);

const PersonsConnections = () => {
  const { connection } = policy.value;
  // A changed policy resets the form.
  if (!connection.hasKey) return <OwnConnections key={JSON.stringify(connection)} />;
  if ((listed.value ?? []).length < 2) return <PolicyAccount />;
  return (
    <>
      <LockedRows />
      <SetByOrganisation />
    </>
  );
};

/** The connections of a person; those of the organisation if it allows no others. */
export const Connection = () => (
  <>
    {isMemoryOnly.value && <p class="note">{text('connectionMemoryOnly')}</p>}
    <PersonsConnections />
  </>
);

/** The connections that the organisation sets beside those of a person. */
export const LockedConnections = () => {
  const hasLocked = listed.value?.some(({ isLocked }) => isLocked);
  if (policy.value.connection.hasKey || !hasLocked) return null;
  return (
    <section class="section" aria-labelledby="locked-title">
      <h2 id="locked-title">{text('policySet')}</h2>
      <LockedRows />
    </section>
  );
};
