import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countText } from '../../lib/history/expiring-count.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { freeHue, maxConnections, nameOf } from '../../lib/settings/connection-info.ts';
import {
  connectionProblem,
  imported,
  isMemoryOnly,
  listed,
  type ListedConnection,
  movedFrom,
  policy,
  remove,
  step,
} from '../options/options-state.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { announce } from '../ui/announce.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import type { Prefill } from './OptionalFields.tsx';
import { hostOf, shortId } from './texts.ts';
import { useAccess } from './use-access.ts';

/** The key of the form for another connection, and of what opens it. */
const addKey = 'add';

/** The form that is open: the id of its connection, the key of an imported one, or `addKey`. */
const openKey = signal<string | null>(null);

const anyField = 'input:not([readonly])';

/** The selector of the field that takes the focus when a form opens. */
const firstField = signal(anyField);

/** The key of what takes the focus once it is rendered, since its form has closed. */
const closedKey = signal<string | null>(null);

/** Opens the form of the first connection that a person can change, with the focus in its key. */
export const changeKey = (): void => {
  firstField.value = '[name=secretKey]';
  openKey.value = listed.value?.find(({ isLocked }) => !isLocked)?.id ?? null;
};

interface EditorProps {
  /** The key of the form. */
  id: string;
  /** The name of the button. */
  button: TextKey;
  view: ListedConnection | null;
  prefill?: Prefill | undefined;
  isListed: boolean;
  askRemoval?: (() => void) | null;
  onFailure?(hasFailed: boolean): void;
}

/** The button that opens a form, one at a time, and the form until it is saved or canceled. */
const Editor = ({ id, button, askRemoval, ...form }: EditorProps) => {
  const details = useRef<HTMLDetailsElement>(null);
  const [isThere, setThere] = useState(false);
  const isOpen = openKey.value === id;
  const takesFocus = closedKey.value === id;
  useLayoutEffect(() => {
    if (isOpen) setThere(true);
    if (!isOpen || !isThere) return;
    details.current?.querySelector<HTMLElement>(firstField.value)?.focus();
    firstField.value = anyField;
  }, [isOpen, isThere]);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    details.current?.querySelector('summary')?.focus();
    closedKey.value = null;
  }, [takesFocus]);

  /** Closes the form, and moves the focus to what opens the form with the key `next`. */
  const close = (next: string): void => {
    setThere(false);
    if (openKey.value !== id) return;
    openKey.value = null;
    closedKey.value = next;
  };
  const isNew = id === addKey;
  return (
    <details
      ref={details}
      name="connection"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) openKey.value = id;
        else if (openKey.value === id) openKey.value = null;
      }}
    >
      <summary class={isNew ? 'account' : 'button small'}>
        {isNew && <Icon name="plus" />}
        {text(button)}
      </summary>
      {isThere && isNew && <h3>{text('connectionNew')}</h3>}
      {isThere && (
        <ConnectionForm
          {...form}
          saved={(connection) => {
            imported.value = imported.value.filter(({ key }) => key !== id);
            close(connection.id);
          }}
          buttons={
            <>
              {askRemoval && (
                <button type="button" class="quiet danger" onClick={askRemoval}>
                  {text('connectionRemove')}
                </button>
              )}
              <button type="button" onClick={() => close(id)}>
                {text('historyCancel')}
              </button>
            </>
          }
        />
      )}
    </details>
  );
};

/** Asks whether a connection should be removed, and says what happens to its links. */
const RemoveDialog = ({
  connection,
  ...answers
}: {
  connection: ListedConnection;
  run(): void;
  onClose(): void;
}) => {
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
      {...answers}
    >
      {activeLinks > 0 && <p>{countText('connectionRemoveLinks', activeLinks)}</p>}
      <p class="soft">
        {isNeeded ? text('connectionRemoveKeeps') : text('connectionRemoveRevokes', hostOf(address))}
      </p>
    </ConfirmDialog>
  );
};

interface AccountProps {
  /** The id of the connection, or the key of an imported one. */
  id: string;
  /** Null if it is not connected yet. */
  view: ListedConnection | null;
  prefill?: Prefill;
  /** Whether it is the only one: then it has no name and no color. */
  isSingle: boolean;
}

/** A connection as a row, with what can be done with it and with its form. */
const Account = ({ id, view, prefill, isSingle }: AccountProps) => {
  const { name = '', hue = 1, address = '' } = view ?? prefill ?? {};
  const { hasAccess, focusTarget, request } = useAccess(view && address);
  const [hasFailed, setFailed] = useState(false);
  const [removal, setRemoval] = useState<'asking' | 'failed' | null>(null);
  const isDefault = id === listed.value?.[0]?.id;
  const found = isDefault ? connectionProblem.value : null;
  const problem = hasAccess === false ? text('connectionNoAccess') : found;
  const isLocked = view?.isLocked === true || policy.value.connection.hasKey;

  const facts: ComponentChildren[] = [];
  if (!view) facts.push(text('connectionImported'));
  else if (isSingle) facts.push(text(hasFailed ? 'connectedStill' : 'connectedAs', view.secretId));
  else
    facts.push(
      <>
        <bdi dir="ltr">{hostOf(address)}</bdi> {text('connectionCodeAs', shortId(view.secretId))}
      </>,
    );
  if (!isSingle && view && view.activeLinks > 0) facts.push(countText('connectionLinks', view.activeLinks));
  if (isLocked) facts.push(text('policySet'));

  const removeConnection = async (): Promise<void> => {
    if (!(await remove(id))) {
      setRemoval('failed');
      return;
    }
    announce(text('connectionRemoved'));
    openKey.value = null;
    closedKey.value = listed.value?.find(({ isLocked }) => !isLocked)?.id ?? addKey;
  };

  return (
    <div class="account" role="group" aria-labelledby={`${id}-name`}>
      {isSingle ? (
        <span class={problem === null ? 'good' : 'warn'}>
          <Icon name={problem === null ? 'check' : 'alert'} />
        </span>
      ) : (
        <span class="dot" data-hue={hue} />
      )}
      <div class="grow">
        <h3 class="named">
          <bdi id={`${id}-name`} class="cut">
            {isSingle ? hostOf(address) : nameOf({ name, address })}
          </bdi>
          {isDefault && !isSingle && <span class="tag">{text('connectionDefault')}</span>}
        </h3>
        {problem === null ? (
          <p ref={focusTarget} tabIndex={-1} class="note parts">
            {facts.map((fact, index) => (
              <span key={index}>{fact}</span>
            ))}
          </p>
        ) : (
          <p class="note warn" role="status">
            {problem}
          </p>
        )}
        {isLocked && view && view.template !== '' && (
          <p class="note">
            {text('shortLinkAddressLabel')} <bdi dir="ltr">{view.template}</bdi>
          </p>
        )}
      </div>
      {hasAccess === false && (
        <button type="button" class="small" onClick={() => void request.run()}>
          {text('policyAllow')}
        </button>
      )}
      {isLocked ? (
        <span class="soft">
          <Icon name="lock" />
        </span>
      ) : (
        <Editor
          id={id}
          button={view ? 'connectionCodeEdit' : 'connect'}
          view={view}
          prefill={prefill}
          isListed={!isSingle}
          askRemoval={view && !isSingle ? () => setRemoval('asking') : null}
          onFailure={setFailed}
        />
      )}
      <Alert>{request.failure ?? (removal === 'failed' && text('connectionNotRemoved'))}</Alert>
      {removal === 'asking' && view && (
        <RemoveDialog
          connection={view}
          run={() => void removeConnection()}
          onClose={() => setRemoval((now) => (now === 'asking' ? null : now))}
        />
      )}
    </div>
  );
};

/** The connections of the person and of the organization, and the forms in which the person's own are changed. */
export const Connection = () => {
  useLayoutEffect(
    () => () => {
      openKey.value = null;
      closedKey.value = null;
    },
    [],
  );
  const { hasKey, secretId } = policy.value.connection;
  const all = listed.value ?? [];
  const [onlyImported, ...moreImported] = imported.value;
  // Nothing on screen shows then that there can be several.
  const isSingle = all.length + imported.value.length < 2;
  const isFormOnly = all.length === 0 && moreImported.length === 0 && !hasKey;
  // If the organization sets the account, a second connection would only repeat the first.
  const canAdd = step.value === null && secretId === null && !isFormOnly;
  return (
    <>
      {isMemoryOnly.value && <p class="note">{text('connectionMemoryOnly')}</p>}
      {listed.value === undefined && <Alert>{text('connectionUnreadable')}</Alert>}
      <div class="connection">
        {isFormOnly ? (
          <div class="card">
            <ConnectionForm
              view={null}
              prefill={onlyImported?.connection}
              saved={({ id }) => {
                imported.value = [];
                closedKey.value = id;
              }}
            />
          </div>
        ) : (
          <div class="card rows">
            {all.map((view) => (
              <Account key={view.id} id={view.id} view={view} isSingle={isSingle} />
            ))}
            {imported.value.map(({ key, connection }) => (
              <Account key={key} id={key} view={null} prefill={connection} isSingle={isSingle} />
            ))}
          </div>
        )}
        {canAdd &&
          (all.filter(({ isLocked }) => !isLocked).length >= maxConnections ? (
            <p class="note">{text('problem_address_at_limit')}</p>
          ) : (
            <Editor id={addKey} button="connectionAdd" view={null} prefill={{ hue: freeHue(all) }} isListed />
          ))}
      </div>
    </>
  );
};
