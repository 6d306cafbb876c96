import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countText } from '../../lib/history/expiring-count.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { freeHue, maxConnections, nameOf } from '../../lib/settings/connection-info.ts';
import {
  connectionProblem,
  hasFirstForm,
  imported,
  isMemoryOnly,
  listed,
  type ListedConnection,
  movedFrom,
  policy,
  remove,
  step,
} from '../options/options-state.ts';
import { SetByOrganisation } from '../policy/Policy.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { announce } from '../ui/announce.tsx';
import { Form } from './Form.tsx';
import { type Prefill, type Status, useConnecting, useForm } from './connection-form.ts';
import {
  addKey,
  closeForm,
  currentVisit,
  focusTarget,
  leaveForms,
  openButtonId,
  openForm,
  openKey,
} from './open-form.ts';
import { hostOf, shortId, withoutHttps } from './texts.ts';
import { useAccess, useReachable } from './use-access.ts';

/** The button that requests a missing access, what stands beside it, and why the access was refused. */
const AccessButton = ({
  access: { hasAccess, request },
  children,
}: {
  access: ReturnType<typeof useAccess>;
  children?: ComponentChildren;
}) => (
  <>
    {hasAccess === false && (
      <button type="button" class="small" onClick={() => void request.run()}>
        {text('policyAllow')}
      </button>
    )}
    {children}
    <Alert>{request.failure}</Alert>
  </>
);

interface RowButtonProps {
  look?: 'quiet';
  /** The key of the form that it opens. */
  opens: string;
  children: ComponentChildren;
}

/** Opens the form of a row, and takes the focus when that is closed. */
const RowButton = ({ look, opens, children }: RowButtonProps) => (
  <button
    id={openButtonId(opens)}
    type="button"
    class={look ? `small ${look}` : 'small'}
    onClick={() => openForm(opens)}
  >
    {children}
  </button>
);

interface ListRowProps {
  /** The key of its form, and the prefix of the ids of its elements. */
  id: string;
  connection: Pick<ListedConnection, 'name' | 'hue' | 'address'>;
  isDefault?: boolean;
  /** What stands below the name. */
  line: ComponentChildren;
  children: ComponentChildren;
}

/** One of several connections: its colour, its name and a line about it, and what can be done with it. */
const ListRow = ({ id, connection, isDefault, line, children }: ListRowProps) => (
  <div class={openKey.value === id ? 'setting open' : 'setting'} role="group" aria-labelledby={`${id}-name`}>
    <span class="dot" data-hue={connection.hue} />
    <div class="grow">
      <h3 class="named">
        <bdi id={`${id}-name`} class="cut">
          {nameOf(connection)}
        </bdi>
        {isDefault && <span class="tag">{text('connectionDefault')}</span>}
      </h3>
      {line}
    </div>
    {children}
  </div>
);

interface AccessRowProps {
  connection: ListedConnection;
  /** The account, which the line names after the host. */
  account?: string;
  /** What else the line says if nothing is wrong. */
  fact: string | false;
  children: ComponentChildren;
}

/** A saved connection, with a button that requests access to its service if that is missing. */
const AccessRow = ({ connection, account, fact, children }: AccessRowProps) => {
  const access = useAccess(connection.address);
  const isDefault = connection.id === listed.value?.[0]?.id;
  const found = isDefault ? connectionProblem.value : null;
  const problem = access.hasAccess === false ? text('connectionNoAccess') : found;
  const line =
    problem === null ? (
      <p ref={access.focusTarget} tabIndex={-1} class="note parts">
        <span>
          <bdi dir="ltr">{hostOf(connection.address)}</bdi>
          {account && ` ${account}`}
        </span>{' '}
        {fact && <span>{fact}</span>}
      </p>
    ) : (
      <p class="note warn" role="status">
        <Icon name="alert" small />
        {problem}
      </p>
    );
  return (
    <ListRow id={connection.id} connection={connection} isDefault={isDefault} line={line}>
      <AccessButton access={access}>{children}</AccessButton>
    </ListRow>
  );
};

/** A connection that the person has added, with a button that shows its form. */
const OwnRow = ({ connection }: { connection: ListedConnection }) => {
  const { id, secretId, activeLinks } = connection;
  return (
    <AccessRow
      connection={connection}
      account={text('connectionCodeAs', shortId(secretId))}
      fact={activeLinks > 0 && countText('connectionLinks', activeLinks)}
    >
      {openKey.value !== id && <RowButton opens={id}>{text('connectionCodeEdit')}</RowButton>}
    </AccessRow>
  );
};

/** A connection of an imported file, which has no credentials yet. */
const ImportedRow = ({ id, prefill }: { id: string; prefill: Prefill }) => {
  const { name = '', hue = 1, address = '' } = prefill;
  const line = <p class="note">{text('connectionImported')}</p>;
  return (
    <ListRow id={id} connection={{ name, hue, address }} line={line}>
      {openKey.value !== id && <RowButton opens={id}>{text('connect')}</RowButton>}
    </ListRow>
  );
};

const stateIcons = {
  good: { name: 'check', style: 'good' },
  bad: { name: 'alert', style: 'warn' },
  edited: { name: 'link', style: 'soft' },
} as const satisfies Record<string, { name: IconName; style: string }>;

interface ServiceProps {
  state: keyof typeof stateIcons;
  address: string;
  /** A line about the connection. */
  children: ComponentChildren;
}

/** A service at the start of its row: the state of the connection, and the address. */
const Service = ({ state, address, children }: ServiceProps) => (
  <>
    <span class={stateIcons[state].style}>
      <Icon name={stateIcons[state].name} />
    </span>
    <div class="grow">
      <p class="cut">
        <bdi dir="ltr">{withoutHttps(address)}</bdi>
      </p>
      {children}
    </div>
  </>
);

/** The account, and the access to its service, which a policy cannot grant. */
const PolicyRow = ({ address, secretId }: { address: string; secretId: string }) => {
  const access = useAccess(address);
  const { hasAccess, focusTarget } = access;
  const problem = connectionProblem.value;
  return (
    <div class="setting account">
      <Service state={problem !== null || hasAccess === false ? 'bad' : 'good'} address={address}>
        <p ref={focusTarget} tabIndex={-1} role={hasAccess ? undefined : 'status'} class="note">
          {hasAccess === false && text('policyAllowNeeded')}
          {hasAccess && (problem ?? text('connectedAs', secretId))}
        </p>
      </Service>
      <AccessButton access={access} />
    </div>
  );
};

/** The connection if the organisation sets the whole account. */
export const PolicyAccount = () => {
  const { address, secretId, template } = policy.value.connection;
  if (address === null || secretId === null) return null;
  return (
    <div class="section">
      <div class="card rows connection">
        <PolicyRow key={address} address={address} secretId={secretId} />
        {template !== null && (
          <dl class="setting">
            <dt class="grow">{text('shortLinkAddressLabel')}</dt>
            <dd class="soft" dir="ltr">
              {template}
            </dd>
          </dl>
        )}
      </div>
      <SetByOrganisation />
    </div>
  );
};

interface RemoveDialogProps {
  connection: ListedConnection;
  run(): void;
  onClose(): void;
}

/** Asks whether a connection should be removed, and says what happens to its links. */
const RemoveDialog = ({ connection, run, onClose }: RemoveDialogProps) => {
  const { id, address, activeLinks } = connection;
  const others = (listed.value ?? []).filter((each) => each.id !== id);
  const isNeeded = others.some((other) => hostOf(other.address) === hostOf(address));
  const moveFirst = {
    label: text('moveFirst'),
    run: () => {
      movedFrom.value = id;
    },
  };
  // The first run has no dialog that moves links.
  const canMove = step.value === null && others.length > 0 && activeLinks > 0;
  return (
    <ConfirmDialog
      title={text('connectionRemoveTitle', nameOf(connection))}
      label={text('historyRemove')}
      isDangerous
      other={canMove ? moveFirst : undefined}
      run={run}
      onClose={onClose}
    >
      {activeLinks > 0 && <p>{countText('connectionRemoveLinks', activeLinks)}</p>}
      <p class="soft">
        {isNeeded ? text('connectionRemoveKeeps') : text('connectionRemoveRevokes', hostOf(address))}
      </p>
    </ConfirmDialog>
  );
};

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

  const visit = useRef(currentVisit());
  const isLeft = (): boolean => visit.current !== currentVisit();

  const connecting = useConnecting({
    onStart() {
      // Granting the access to a service that could not be reached would otherwise close its form.
      openKey.value = key;
    },
    announce(kind) {
      const isSaved = kind === 'connected' && view && look === 'listed';
      const sentence = isSaved ? 'shorteningSaved' : announcements[kind];
      if (sentence && !isLeft()) announce(text(sentence));
    },
    onSaved({ id }) {
      if (isLeft()) return;
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
    if (isLeft()) return;
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

/** The person's own connections as rows; one of them can show its form. */
const OwnConnections = () => {
  const { value: target } = focusTarget;
  useLayoutEffect(() => {
    if (target === null) return;
    document.querySelector<HTMLElement>(target)?.focus();
    focusTarget.value = null;
  }, [target]);
  useLayoutEffect(() => leaveForms, []);

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
        <AccessRow key={each.id} connection={each} fact={text('connectionLocked')}>
          <span class="soft">
            <Icon name="lock" />
          </span>
        </AccessRow>
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
