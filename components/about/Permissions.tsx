import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GrantedPermissions } from '../../lib/browser/contract.ts';
import { text } from '../../lib/i18n/texts.ts';
import { nameOf, requiredPermissionText, revokeResultText, whyOf } from './texts.ts';
import { type AboutActions, type Row, usePermissions } from './use-permissions.ts';

const PermissionRow = ({ permission, result, revoke }: Row & { revoke(): void }) => {
  const outcome = useRef<HTMLParagraphElement>(null);
  // The button is removed, or had no effect: the focus moves to the result.
  useEffect(() => {
    if (result) outcome.current?.focus();
  }, [result]);

  const name = nameOf(permission);
  return (
    <li>
      <div>
        <strong dir="auto">{name}</strong>
        <p class="note">{whyOf(permission)}</p>
        {result && (
          <p ref={outcome} tabIndex={-1} class={result === 'not-revoked' ? 'note warn' : 'note'}>
            {revokeResultText(permission, result)}
          </p>
        )}
      </div>
      {(result === null || result === 'not-revoked') && (
        <button type="button" aria-label={text('aboutRevokeNamed', name)} onClick={revoke}>
          {text('aboutRevoke')}
        </button>
      )}
    </li>
  );
};

/** When the browser removes a permission, the row with the focus may disappear: the focus moves to the list's title. */
const useFocusAfterRemoval = (rows: readonly Row[]) => {
  const group = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isInside.current && isLost) group.current?.querySelector<HTMLElement>('h4')?.focus();
  }, [rows]);
  const onFocusIn = (): void => {
    isInside.current = group.current?.contains(document.activeElement) ?? false;
  };
  return { group, onFocusIn };
};

interface PermissionsProps {
  first: GrantedPermissions;
  actions: AboutActions;
  /** Address of the connected service; null where there is none. */
  service: string | null;
}

const GrantedByPerson = ({ first, actions, service }: PermissionsProps) => {
  const { rows, revoke } = usePermissions({ first: first.optional, actions, service });
  const { group, onFocusIn } = useFocusAfterRemoval(rows);
  return (
    <div ref={group} onFocusIn={onFocusIn} role="group" aria-labelledby="granted-title">
      <h4 id="granted-title" tabIndex={-1}>
        {text('aboutGranted')}
      </h4>
      {rows.length === 0 && <p class="note">{text('aboutGrantedNone')}</p>}
      <ul class="permissions">
        {rows.map((row) => (
          <PermissionRow key={row.permission.id} {...row} revoke={() => void revoke(row.permission)} />
        ))}
      </ul>
    </div>
  );
};

const RequiredPermission = ({ name }: { name: string }) => {
  const texts = requiredPermissionText(name);
  return (
    texts && (
      <li>
        <div>
          <strong>{texts.name}</strong>
          <p class="note">{texts.why}</p>
        </div>
      </li>
    )
  );
};

/** The permissions of the extension, each with its reason; those that the person granted can be revoked. */
export const Permissions = ({ first, actions, service }: PermissionsProps) => (
  <div class="block">
    <h3>{text('aboutPermissions')}</h3>
    <GrantedByPerson first={first} actions={actions} service={service} />
    <div role="group" aria-labelledby="required-title">
      <h4 id="required-title">{text('aboutRequired')}</h4>
      <ul class="permissions">
        {first.required.map((name) => (
          <RequiredPermission key={name} name={name} />
        ))}
      </ul>
    </div>
  </div>
);
