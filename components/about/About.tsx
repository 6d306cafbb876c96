import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { version } from '../../lib/browser/pages.ts';
import { revokePermission } from '../../lib/browser/permissions.ts';
import type { GrantedPermission, RevokeResult } from '../../lib/browser/types.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { origins, permissions, readGranted } from '../options/options-state.ts';
import { useAction } from '../ui/use-action.ts';

/** What each required permission is for, by its name in the manifest. */
const requiredPermissions: Record<string, TextKey> = {
  storage: 'aboutStorage',
  activeTab: 'aboutActiveTab',
  scripting: 'aboutScripting',
  contextMenus: 'aboutMenus',
  alarms: 'aboutAlarms',
  offscreen: 'aboutOffscreen',
};

/** Name and reason of each optional permission, and what changes once it is revoked. Without a name it is named by its origin. */
const optionalPermissions: Record<
  GrantedPermission['kind'],
  { name: TextKey | null; why: TextKey; revoked: TextKey }
> = {
  'all-sites': { name: 'aboutAllSites', why: 'aboutAllSitesWhy', revoked: 'aboutAllSitesRevoked' },
  service: { name: null, why: 'aboutServiceWhy', revoked: 'aboutServiceRevoked' },
  site: { name: null, why: 'aboutSiteWhy', revoked: 'aboutSiteRevoked' },
  tabs: { name: 'aboutTabs', why: 'aboutTabsWhy', revoked: 'aboutTabsRevoked' },
  clipboardWrite: { name: 'aboutClipboard', why: 'aboutClipboardWhy', revoked: 'aboutClipboardRevoked' },
  notifications: { name: 'aboutNotices', why: 'aboutNoticesWhy', revoked: 'aboutNoticesRevoked' },
};

const nameOf = ({ kind, id }: GrantedPermission): string => {
  const { name } = optionalPermissions[kind];
  return name === null ? id.replaceAll(/^https:\/\/|\/\*$/g, '') : text(name);
};

/** What changes because the permission was revoked, or that it was not. */
const revokeResultText = ({ kind }: GrantedPermission, result: RevokeResult): string => {
  if (result === 'not-revoked') return text('aboutNotRevoked');
  return text(result === 'still-reached' ? 'aboutServiceStillReached' : optionalPermissions[kind].revoked);
};

/** A permission, and the result of revoking it; null while it has not been revoked here. */
interface Row {
  permission: GrantedPermission;
  result: RevokeResult | null;
}

const isRevoked = ({ result }: Row): boolean => result === 'revoked' || result === 'still-reached';

/** The rows for the permissions of now: a permission that was revoked here keeps its row until it is granted again. */
const mergeRows = (rows: readonly Row[], granted: readonly GrantedPermission[]): Row[] => {
  const remaining = rows.flatMap((row): Row[] => {
    const permission = granted.find(({ id }) => id === row.permission.id);
    // What it is for changes when another service is connected.
    if (permission) return [{ permission, result: isRevoked(row) ? null : row.result }];
    return isRevoked(row) ? [row] : [];
  });
  const added = granted.filter(({ id }) => !rows.some(({ permission }) => permission.id === id));
  return [...remaining, ...added.map((permission) => ({ permission, result: null }))];
};

/** The permissions that the person granted, updated at every change. */
const usePermissions = () => {
  const { optional } = permissions.value;
  const [rows, setRows] = useState<Row[]>(() => mergeRows([], optional));
  /** Call it in a click: the service's own origin may have to be requested again. */
  const { run: revoke, isRunning } = useAction(async (permission: GrantedPermission) => {
    const result = await revokePermission(permission, origins.value);
    setRows((now) => now.map((row) => (row.permission.id === permission.id ? { permission, result } : row)));
    await readGranted();
    return null;
  });
  // While all sites are being revoked, the service's own permission may be missing for a moment.
  useEffect(() => {
    if (!isRunning) setRows((now) => mergeRows(now, optional));
  }, [optional, isRunning]);
  return { rows, revoke };
};

const PermissionRow = ({ permission, result, revoke }: Row & { revoke(): void }) => {
  const outcome = useRef<HTMLParagraphElement>(null);
  // The button is removed, or had no effect: the focus moves to the result.
  useEffect(() => {
    if (result) outcome.current?.focus();
  }, [result]);

  const name = nameOf(permission);
  return (
    <li class="setting">
      <div class="grow">
        <h4 dir="auto">{name}</h4>
        <p class="note">{text(optionalPermissions[permission.kind].why)}</p>
        {result && (
          <p ref={outcome} tabIndex={-1} class={result === 'not-revoked' ? 'note warn' : 'note'}>
            {revokeResultText(permission, result)}
          </p>
        )}
      </div>
      {(result === null || result === 'not-revoked') && (
        <button type="button" class="small" aria-label={text('aboutRevokeNamed', name)} onClick={revoke}>
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
    if (isInside.current && isLost) group.current?.querySelector<HTMLElement>('h3')?.focus();
  }, [rows]);
  const onFocusIn = (): void => {
    isInside.current = group.current?.contains(document.activeElement) ?? false;
  };
  return { group, onFocusIn };
};

const GrantedByPerson = () => {
  const { rows, revoke } = usePermissions();
  const { group, onFocusIn } = useFocusAfterRemoval(rows);
  return (
    <div ref={group} onFocusIn={onFocusIn} role="group" aria-labelledby="granted-title">
      <h3 id="granted-title" class="unseen" tabIndex={-1}>
        {text('aboutGranted')}
      </h3>
      {rows.length === 0 && (
        <div class="setting">
          <p class="soft">{text('aboutGrantedNone')}</p>
        </div>
      )}
      <ul class="rows">
        {rows.map((row) => (
          <PermissionRow key={row.permission.id} {...row} revoke={() => void revoke(row.permission)} />
        ))}
      </ul>
    </div>
  );
};

const privacy = [
  'aboutPrivacyNobody',
  'aboutPrivacyService',
  'aboutPrivacyKey',
  'aboutPrivacyHistory',
  'aboutPrivacyPages',
] as const;

/** A row that unfolds to a list of one line each. */
const Disclosure = ({ id, title, lines }: { id: string; title: TextKey; lines: readonly TextKey[] }) => (
  <details class="setting">
    <summary id={id}>{text(title)}</summary>
    <ul aria-labelledby={id}>
      {lines.map((line) => (
        <li key={line}>{text(line)}</li>
      ))}
    </ul>
  </details>
);

/** The permissions, each with its reason; what the extension does with data; and its version. */
export const About = () => {
  const required = permissions.value.required.flatMap((name) => requiredPermissions[name] ?? []);
  return (
    <section class="section form about" aria-labelledby="about-title">
      <h2 id="about-title">{text('aboutPermissions')}</h2>
      <div class="card rows">
        <GrantedByPerson />
        <Disclosure id="required-title" title="aboutRequired" lines={required} />
        <Disclosure id="privacy-title" title="aboutPrivacy" lines={privacy} />
      </div>
      <p class="note links line wrap">
        {text('aboutVersion', version())}
        <a href="/third-party.txt">{text('aboutThirdParty')}</a>
        <a href="#first-run">{text('aboutFirstSteps')}</a>
      </p>
    </section>
  );
};
