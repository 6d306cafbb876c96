import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countText } from '../../lib/history/expiring-count.ts';
import { text } from '../../lib/i18n/texts.ts';
import { freeHue, maxConnections, nameOf } from '../../lib/settings/connection-info.ts';
import { Diagnostics } from '../diagnostics/Diagnostics.tsx';
import { Moving } from '../moving/Moving.tsx';
import {
  faulty,
  imported,
  isMemoryOnly,
  listed,
  type ListedConnection,
  movedFrom,
  openedForm,
  openForm,
  policy,
  remove,
  step,
} from '../options/options-state.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { announce } from '../ui/announce.tsx';
import { ConnectionForm } from './ConnectionForm.tsx';
import type { Prefill } from './OptionalFields.tsx';
import { hostOf } from './texts.ts';
import { useAccess } from './use-access.ts';

/** The key of the form for another connection. */
const addKey = 'add';

/** The key of the form whose opener takes the focus once it is rendered, since the form has closed. */
const closedKey = signal<string | null>(null);

interface EditorProps {
  /** The key of the form. */
  id: string;
  view: ListedConnection | null;
  prefill?: Prefill | undefined;
  isListed: boolean;
  askRemoval?: (() => void) | null;
  onFailure?(hasFailed: boolean): void;
}

/** A form, one at a time. What is typed stays while another one is open, until it is saved or canceled. */
const Editor = ({ id, askRemoval, ...form }: EditorProps) => {
  const element = useRef<HTMLDivElement>(null);
  const isThere = useRef(false);
  const opened = openedForm.value;
  const isOpen = opened !== null && opened.key === id;
  isThere.current ||= isOpen;
  useLayoutEffect(() => {
    if (isOpen) element.current?.querySelector<HTMLElement>(opened.field)?.focus();
  }, [isOpen]);

  /** Closes the form, and moves the focus to the opener of the form with the key `next`. */
  const close = (next: string): void => {
    isThere.current = false;
    if (openedForm.value?.key !== id) return;
    openedForm.value = null;
    closedKey.value = next;
  };
  if (!isThere.current) return null;
  return (
    <div ref={element} class={id === addKey ? 'card form' : 'editor'} hidden={!isOpen}>
      {id === addKey && <h3>{text('connectionNew')}</h3>}
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
    </div>
  );
};

/** The button that opens a form, while that is closed. */
const Opener = ({ id, children, ...look }: { id: string; class: string; children: ComponentChildren }) => {
  const button = useRef<HTMLButtonElement>(null);
  const takesFocus = closedKey.value === id;
  useLayoutEffect(() => {
    if (!takesFocus) return;
    button.current?.focus();
    closedKey.value = null;
  }, [takesFocus]);
  if (openedForm.value?.key === id) return null;
  return (
    <button ref={button} type="button" {...look} onClick={() => openForm(id)}>
      {children}
    </button>
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

/** The sign of the only connection. What the doctor has found wrong has its own sign: here, only the tick is missing then. */
const signOf = (hasAccess: boolean, isFaulty: boolean): { icon: IconName; look: string } => {
  if (!hasAccess) return { icon: 'alert', look: 'warn' };
  return isFaulty ? { icon: 'link', look: 'soft' } : { icon: 'check', look: 'good' };
};

/** A connection as a row, with what can be done with it and with its form. */
const Account = ({ id, view, prefill, isSingle }: AccountProps) => {
  const { name = '', hue = 1, address = '' } = view ?? prefill ?? {};
  const { hasAccess, focusTarget, request } = useAccess(view && address);
  const [hasFailed, setFailed] = useState(false);
  const [removal, setRemoval] = useState<'asking' | 'failed' | null>(null);
  const isDefault = id === listed.value?.[0]?.id;
  const isFaulty = view !== null && faulty.value === view;
  const sign = signOf(hasAccess !== false, isFaulty);
  const isLocked = view?.isLocked === true || policy.value.connection.hasKey;

  const facts: ComponentChildren[] = [];
  if (!view) facts.push(text('connectionImported'));
  else if (isFaulty) facts.push(`${text('secretIdLabel')} ${view.secretId}`);
  else if (isSingle) facts.push(text(hasFailed ? 'connectedStill' : 'connectedAs', view.secretId));
  else if (name === '') facts.push(text('connectedAs', view.secretId));
  else
    facts.push(
      <>
        <bdi dir="ltr">{hostOf(address)}</bdi>
        <span class="account"> {text('connectionCodeAs', view.secretId)}</span>
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
    openedForm.value = null;
    closedKey.value = listed.value?.find(({ isLocked }) => !isLocked)?.id ?? addKey;
  };

  return (
    <div class="setting" role="group" aria-labelledby={`${id}-name`}>
      <span class={sign.look}>
        {isSingle ? <Icon name={sign.icon} /> : <span class="dot" data-hue={hue} />}
      </span>
      <div class="grow">
        <h3 class="line">
          <bdi id={`${id}-name`}>{isSingle ? hostOf(address) : nameOf({ name, address })}</bdi>
          {isDefault && !isSingle && <span class="tag">{text('connectionDefault')}</span>}
        </h3>
        {hasAccess === false ? (
          <p class="note warn" role="status">
            {text('connectionNoAccess')}
          </p>
        ) : (
          <p ref={focusTarget} tabIndex={-1} class="note dotted">
            {facts.map((fact, index) => (
              <span key={index}> {fact}</span>
            ))}
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
        <>
          <Opener id={id} class="small">
            {text(view ? 'connectionCodeEdit' : 'connect')}
          </Opener>
          <Editor
            id={id}
            view={view}
            prefill={prefill}
            isListed={!isSingle}
            askRemoval={view && !isSingle ? () => setRemoval('asking') : null}
            onFailure={setFailed}
          />
        </>
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

/** The connections of the person and of the organization with the forms of the person's own, and what is done with all of them. */
export const Connection = () => {
  useLayoutEffect(
    () => () => {
      openedForm.value = null;
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
  const isFull = all.filter(({ isLocked }) => !isLocked).length >= maxConnections;
  // If the organization sets the account, a second connection would only repeat the first.
  const canAdd = step.value === null && secretId === null && !isFormOnly;
  return (
    <div class="connection form">
      {isMemoryOnly.value && <p class="note">{text('connectionMemoryOnly')}</p>}
      {listed.value === undefined && <Alert>{text('connectionUnreadable')}</Alert>}
      <div class="card rows">
        {isFormOnly && (
          <ConnectionForm
            view={null}
            prefill={onlyImported?.connection}
            saved={({ id }) => {
              imported.value = [];
              closedKey.value = id;
            }}
          />
        )}
        {all.map((view) => (
          <Account key={view.id} id={view.id} view={view} isSingle={isSingle} />
        ))}
        {!isFormOnly &&
          imported.value.map(({ key, connection }) => (
            <Account key={key} id={key} view={null} prefill={connection} isSingle={isSingle} />
          ))}
        {step.value === null && all.length > 0 && <Diagnostics />}
        {step.value === null && <Moving />}
        {canAdd && isFull && <p class="note setting">{text('problem_address_at_limit')}</p>}
        {canAdd && !isFull && (
          <Opener id={addKey} class="setting add">
            <Icon name="plus" />
            {text('connectionAdd')}
          </Opener>
        )}
      </div>
      {canAdd && !isFull && <Editor id={addKey} view={null} prefill={{ hue: freeHue(all) }} isListed />}
    </div>
  );
};
