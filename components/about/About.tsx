import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import {
  type AboutActions,
  type AboutView,
  nameOf,
  requiredPermissions,
  revokeResultText,
  type Row,
  usePermissions,
  whyOf,
} from './permissions.ts';

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
        <p class="note">{whyOf(permission)}</p>
        {result && (
          <p ref={outcome} tabIndex={-1} class={result === 'not-revoked' ? 'note warn' : 'note ink'}>
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

interface AboutProps {
  view: AboutView;
  actions: AboutActions;
  /** Address of the connected service; null if there is none. */
  service: string | null;
}

const GrantedByPerson = ({ view, actions, service }: AboutProps) => {
  const { rows, revoke } = usePermissions({ initial: view.permissions.optional, actions, service });
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

const RequiredPermission = ({ name }: { name: string }) => {
  const texts = requiredPermissions[name];
  return (
    texts && (
      <li>
        <h4>{text(texts.name)}</h4>
        <p>{text(texts.why)}</p>
      </li>
    )
  );
};

const privacy = [
  'aboutPrivacyNobody',
  'aboutPrivacyService',
  'aboutPrivacyKey',
  'aboutPrivacyHistory',
  'aboutPrivacyPages',
] as const;

/** The permissions, each with its reason; what the extension does with data; and its version. */
export const About = (props: AboutProps) => (
  <section class="section about" aria-labelledby="about-title">
    <h2 id="about-title">{text('aboutPermissions')}</h2>
    <div class="card rows">
      <GrantedByPerson {...props} />
      <div class="setting more">
        <details>
          <summary id="required-title">{text('aboutRequired')}</summary>
          <ul aria-labelledby="required-title">
            {props.view.permissions.required.map((name) => (
              <RequiredPermission key={name} name={name} />
            ))}
          </ul>
        </details>
      </div>
      <div class="setting more">
        <details>
          <summary id="privacy-title">{text('aboutPrivacy')}</summary>
          <ul aria-labelledby="privacy-title">
            {privacy.map((key) => (
              <li key={key}>{text(key)}</li>
            ))}
          </ul>
        </details>
      </div>
    </div>
    <p class="note links">
      {text('aboutVersion', props.view.version)}
      <a href="/third-party.txt">{text('aboutThirdParty')}</a>
      <a href="#first-run">{text('aboutFirstSteps')}</a>
    </p>
  </section>
);
