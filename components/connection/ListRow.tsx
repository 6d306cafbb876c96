import type { ComponentChildren } from 'preact';
import { countText } from '../../lib/history/expiring-count.ts';
import { text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { connectionProblem, listed, type ListedConnection } from '../options/options-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { Prefill } from './connection-form.ts';
import { openButtonId, openForm, openKey } from './open-form.ts';
import { hostOf, shortId } from './texts.ts';
import { useAccess } from './use-access.ts';

interface RowButtonProps {
  look?: 'quiet';
  /** The key of the form that it opens. */
  opens: string;
  children: ComponentChildren;
}

/** Opens the form of a row, and takes the focus when that is closed. */
export const RowButton = ({ look, opens, children }: RowButtonProps) => (
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
  const { hasAccess, isRefused, focusTarget, request } = useAccess(connection.address);
  const isDefault = connection.id === listed.value?.[0]?.id;
  const found = isDefault ? connectionProblem.value : null;
  const problem = hasAccess === false ? text('connectionNoAccess') : found;
  const line =
    problem === null ? (
      <p ref={focusTarget} tabIndex={-1} class="note parts">
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

/** A connection that the person has added, with a button that shows its form. */
export const OwnRow = ({ connection }: { connection: ListedConnection }) => {
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

/** A connection that the organisation sets. */
export const LockedRow = ({ connection }: { connection: ListedConnection }) => (
  <AccessRow connection={connection} fact={text('connectionLocked')}>
    <span class="soft">
      <Icon name="lock" />
    </span>
  </AccessRow>
);

/** A connection of an imported file, which has no credentials yet. */
export const ImportedRow = ({ id, prefill }: { id: string; prefill: Prefill }) => {
  const { name = '', hue = 1, address = '' } = prefill;
  const line = <p class="note">{text('connectionImported')}</p>;
  return (
    <ListRow id={id} connection={{ name, hue, address }} line={line}>
      {openKey.value !== id && <RowButton opens={id}>{text('connect')}</RowButton>}
    </ListRow>
  );
};
