import { useEffect, useRef, useState } from 'preact/hooks';
import type { CurrentPage } from '../../lib/browser/types.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { dateText } from '../../lib/i18n/dates.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { undoSentences } from '../../lib/i18n/undo-sentences.ts';
import { extendedExpiry, type Extension, extensionsFor, isManageable } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import type { PolicySettings } from '../../lib/settings/policy.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { undoSeconds } from '../../lib/shortening/undo.ts';
import { copyWhenReady } from '../ui/copy-when-ready.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { Menu, type MenuItem } from '../ui/Menu.tsx';
import { type CreatedLink, Result } from '../ui/Result.tsx';
import type { PopupActions } from './popup-actions.ts';
import { withoutScheme } from './Recent.tsx';

interface PopupResultProps
  extends CreatedLink, Pick<Settings & PolicySettings, 'features' | 'account' | 'offered'> {
  page: CurrentPage;
  /** The address that was shortened. */
  link: string;
  isQrShown: boolean;
  showQr(isShown: boolean): void;
  createAnother(): void;
  /** Called after Undo, with what it has done. */
  onUndone(said: string): void;
  sending: boolean;
  height: number;
  actions: PopupActions;
}

/** Undoes the link; the clipboard gets the address in its place, copied inside the click. Resolves with why it failed. */
const runUndo = async (
  { id = '', expiresAt, link, page, actions, onUndone }: PopupResultProps,
  hasShortLink: boolean,
): Promise<Failure | null> => {
  const pending = actions.undo({ id, private: page.private });
  const address = pending.then(({ ok }) => (ok ? { ok, shortLink: link } : { ok }));
  const copying = hasShortLink ? copyWhenReady(address, actions.copy) : null;
  const outcome = await pending;
  if (!outcome.ok) return outcome.failure;
  onUndone(undoSentences({ isDeleted: outcome.isDeleted, expiresAt, isCopied: await copying }));
  return null;
};

/** The attempt that created the link, if the service can change it; and the change that is being made, or has failed. */
const useChanges = ({ shortLink, link, page, features, account, actions }: PopupResultProps) => {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [news, setNews] = useState('');
  const [isChanging, setChanging] = useState(false);
  const busy = useRef(false);
  const find = async (): Promise<void> => {
    // A link of the regular history is not changed from a private window.
    const found = await (page.private ? actions.recent(true) : actions.activeLinks(link, false));
    setAttempt(found.find((each) => each.shortLink === shortLink) ?? null);
  };
  useEffect(() => {
    if (features.includes('manage')) void find();
  }, []);
  const change = async (requested: RequestedChange): Promise<void> => {
    if (!attempt || busy.current) return;
    busy.current = true;
    setFailure(null);
    setNews('');
    setChanging(true);
    const outcome = await actions.changeLink({ id: attempt.id, private: page.private, change: requested });
    busy.current = false;
    setChanging(false);
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    setAttempt(outcome.attempt);
    const end = dateText((outcome.attempt.expiresAt ?? 0) * 1000, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    setNews(requested.kind === 'extend' ? text('extended', end) : text('undoDeleted'));
  };
  const now = Math.floor(Date.now() / 1000);
  const isOffered = attempt !== null && isManageable(attempt, { account, features }, now);
  return { attempt, managed: isOffered ? attempt : null, failure, setFailure, news, isChanging, change, now };
};

const nameOf = (extension: Extension): TextKey => {
  if (extension.kind === 'again') return 'extendFirstAgain';
  return extension.kind === 'by' && extension.unit === 'day' ? 'extendByDay' : 'extendByWeek';
};

interface ChangeMenuProps extends Pick<PopupResultProps, 'offered'> {
  managed: Attempt;
  /** Unix seconds. */
  now: number;
  change(requested: RequestedChange): void;
}

/** What can be done with the link at the service, each extension with the date that it gives. */
const ChangeMenu = ({ managed, now, offered, change }: ChangeMenuProps) => {
  const [isDeleting, setDeleting] = useState(false);
  const { expiresAt = 0, shortLink = '' } = managed;
  const extensions = extensionsFor(managed, now, offered).map((extension): MenuItem => ({
    icon: 'extend',
    name: text(nameOf(extension)),
    detail: dateText(extendedExpiry(managed, extension, now) * 1000, {
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
    choose: () => change({ kind: 'extend', extension }),
  }));
  const ends: MenuItem[] = [
    { icon: 'expire', name: text('expireNow'), startsGroup: true, choose: () => change({ kind: 'expire' }) },
    {
      icon: 'remove',
      name: text('deleteLink'),
      startsGroup: true,
      isDangerous: true,
      choose: () => setDeleting(true),
    },
  ];
  const items = expiresAt > now ? [...extensions, ...ends] : extensions;
  return (
    <>
      {items.length > 0 && <Menu name={text('more')} items={items} />}
      {isDeleting && (
        <DeleteDialog
          shortLink={withoutScheme(shortLink)}
          run={() => change({ kind: 'delete' })}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
};

/** The result with what the popup can do more: undo the link, and change it at the service. */
export const PopupResult = (props: PopupResultProps) => {
  const { id, createdAt } = props;
  const { attempt, managed, now, change, setFailure, ...state } = useChanges(props);
  const run = async (hasShortLink: boolean): Promise<Failure | null> => {
    setFailure(null);
    const failure = await runUndo(props, hasShortLink);
    setFailure(failure);
    return failure;
  };
  return (
    <Result
      {...props}
      {...state}
      expiresAt={attempt?.expiresAt ?? props.expiresAt}
      undo={id !== undefined && createdAt === undefined ? { seconds: undoSeconds, run } : undefined}
      menu={
        managed && (
          <ChangeMenu
            managed={managed}
            now={now}
            offered={props.offered}
            change={(requested) => void change(requested)}
          />
        )
      }
    />
  );
};
