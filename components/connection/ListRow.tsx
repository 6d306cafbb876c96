import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { countText } from '../../lib/history/expiring-count.ts';
import { text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { AccessActions, ListedConnection, Prefill } from './connection-form.ts';
import { hostOf, shortId } from './texts.ts';
import { useAccess } from './use-access.ts';

interface RowButtonProps {
  look?: 'quiet';
  /** Whether the button takes the focus because the form that it opens was just closed. */
  takesFocus: boolean;
  press(): void;
  children: ComponentChildren;
}

/** Opens the form of a row. */
export const RowButton = ({ look, takesFocus, press, children }: RowButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <button ref={button} type="button" class={look ? `small ${look}` : 'small'} onClick={press}>
      {children}
    </button>
  );
};

interface ListRowProps {
  /** The prefix of the ids of its elements. */
  id: string;
  connection: Pick<ListedConnection, 'name' | 'hue' | 'address'>;
  isDefault?: boolean;
  /** Whether its form is below it. */
  isOpen?: boolean;
  /** What stands below the name. */
  line: ComponentChildren;
  children: ComponentChildren;
}

/** One of several connections: its colour, its name and a line about it, and what can be done with it. */
const ListRow = ({ id, connection, isDefault, isOpen, line, children }: ListRowProps) => (
  <div class={isOpen ? 'setting open' : 'setting'} role="group" aria-labelledby={`${id}-name`}>
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

interface AccessRowProps extends Omit<ListRowProps, 'id' | 'line' | 'connection'> {
  connection: ListedConnection;
  /** What the last check found wrong with the default one; null if nothing. */
  problem?: string | null | undefined;
  /** The account, which the line names after the host. */
  account?: string | undefined;
  /** What else the line says if nothing is wrong. */
  fact?: string | false | undefined;
  actions: AccessActions;
}

interface LineProps extends Pick<AccessRowProps, 'connection' | 'account' | 'fact'> {
  problem: string | false | null | undefined;
  element: RefObject<HTMLParagraphElement | null>;
}

const Line = ({ connection, problem, account, fact, element }: LineProps) =>
  problem ? (
    <p class="note warn" role="status">
      <Icon name="alert" small />
      {problem}
    </p>
  ) : (
    <p ref={element} tabIndex={-1} class="note parts">
      <span>
        <bdi dir="ltr">{hostOf(connection.address)}</bdi>
        {account && ` ${account}`}
      </span>{' '}
      {fact && <span>{fact}</span>}
    </p>
  );

/** A saved connection, with a button that requests access to its service if that is missing. */
const AccessRow = ({ problem, account, fact, actions, children, ...row }: AccessRowProps) => {
  const { connection } = row;
  const { hasAccess, isRefused, focusTarget, request } = useAccess(connection.address, actions);
  const wrong = hasAccess === false ? text('connectionNoAccess') : row.isDefault && problem;
  return (
    <ListRow
      id={connection.id}
      line={
        <Line connection={connection} problem={wrong} account={account} fact={fact} element={focusTarget} />
      }
      {...row}
    >
      {hasAccess === false && (
        <button type="button" class="small" onClick={request}>
          {text('policyAllow')}
        </button>
      )}
      {children}
      <Alert>{isRefused && text('policyRefused')}</Alert>
    </ListRow>
  );
};

interface OwnRowProps extends Pick<AccessRowProps, 'connection' | 'isDefault' | 'problem' | 'actions'> {
  isOpen: boolean;
  takesFocus: RowButtonProps['takesFocus'];
  open(): void;
}

/** A connection that the person has added, with a button that shows its form. */
export const OwnRow = ({ isOpen, takesFocus, open, ...row }: OwnRowProps) => {
  const { secretId, activeLinks } = row.connection;
  return (
    <AccessRow
      account={text('connectionCodeAs', shortId(secretId))}
      fact={activeLinks > 0 && countText('connectionLinks', activeLinks)}
      isOpen={isOpen}
      {...row}
    >
      {!isOpen && (
        <RowButton takesFocus={takesFocus} press={open}>
          {text('connectionCodeEdit')}
        </RowButton>
      )}
    </AccessRow>
  );
};

/** A connection that the organisation sets. */
export const LockedRow = (row: Omit<AccessRowProps, 'account' | 'fact' | 'children'>) => (
  <AccessRow fact={text('connectionLocked')} {...row}>
    <span class="soft">
      <Icon name="lock" />
    </span>
  </AccessRow>
);

interface ImportedRowProps extends Pick<OwnRowProps, 'isOpen' | 'open'> {
  id: string;
  prefill: Prefill;
}

/** A connection of an imported file, which has no credentials yet. */
export const ImportedRow = ({ id, prefill, isOpen, open }: ImportedRowProps) => {
  const { name = '', hue = 1, address = '' } = prefill;
  const line = <p class="note">{text('connectionImported')}</p>;
  return (
    <ListRow id={id} connection={{ name, hue, address }} isOpen={isOpen} line={line}>
      {!isOpen && (
        <button type="button" class="small" onClick={open}>
          {text('connect')}
        </button>
      )}
    </ListRow>
  );
};
