import { useEffect, useRef, useState } from 'preact/hooks';
import { language, text } from '../../lib/i18n/texts.ts';
import { readableSite } from '../../lib/not-found/unicode-host.ts';
import { Icon } from '../ui/Icon.tsx';
import { AddSite } from './AddSite.tsx';

interface SitesOffProps {
  /** Hosts in punycode. */
  sites: string[];
  /** `stored` is called once the change is stored. */
  change(update: (sites: string[]) => string[], stored: () => void): void;
}

interface Row {
  site: string;
  name: string;
}

const rowsOf = (sites: readonly string[]): Row[] => {
  const { compare } = new Intl.Collator(language(), { numeric: true });
  const rows = sites.map((site) => ({ site, name: readableSite(site) }));
  return rows.sort((one, other) => compare(one.name, other.name));
};

const SiteRow = ({ site, name, remove }: Row & { remove(): void }) => (
  <li>
    <span class="cut" dir="ltr" title={site}>
      <bdi>{name}</bdi>
      {name !== site && <span class="meta"> {site}</span>}
    </span>
    <button
      class="only-icon small"
      type="button"
      aria-label={text('musicSiteRemoveNamed', name)}
      title={text('musicSiteRemove')}
      onClick={remove}
    >
      <Icon name="close" small />
    </button>
  </li>
);

interface SiteListProps extends Pick<SitesOffProps, 'sites'> {
  remove(row: Row, index: number): void;
}

const SiteList = ({ sites, remove }: SiteListProps) => (
  <ul class="tags">
    {rowsOf(sites).map((row, index) => (
      <SiteRow key={row.site} {...row} remove={() => remove(row, index)} />
    ))}
  </ul>
);

/** A removed row loses the focus: it moves to the next row, or to the field if no row is left. */
const useFocusAfterRemoval = (count: number) => {
  const element = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = element.current?.querySelectorAll<HTMLElement>('li button');
    const next = buttons?.[Math.min(removed.current, buttons.length - 1)];
    (next ?? element.current?.querySelector<HTMLElement>('input'))?.focus();
    removed.current = null;
  }, [count]);
  return { element, removed };
};

/** Changes the list, and announces a change once it is stored. */
const useChanges = (change: SitesOffProps['change']) => {
  const [announced, setAnnounced] = useState('');
  const changeAndAnnounce = (update: (sites: string[]) => string[], announcement: string): void => {
    setAnnounced('');
    change(update, () => setAnnounced(announcement));
  };
  return { announced, changeAndAnnounce };
};

/** The list of sites without a player: sites can be added and removed. */
export const SitesOff = ({ sites, change }: SitesOffProps) => {
  const { announced, changeAndAnnounce } = useChanges(change);
  const { element, removed } = useFocusAfterRemoval(sites.length);
  const add = (site: string): void => {
    const withSite = (now: string[]): string[] => (now.includes(site) ? now : [...now, site]);
    changeAndAnnounce(withSite, text('musicSiteAdded', readableSite(site)));
  };
  const remove = ({ site, name }: Row, index: number): void => {
    removed.current = index;
    changeAndAnnounce((now) => now.filter((each) => each !== site), text('musicSiteRemoved', name));
  };
  return (
    <div
      ref={element}
      class="setting sites"
      role="group"
      aria-labelledby="sites-title"
      aria-describedby="sites-note"
    >
      <div class="grow">
        <h3 id="sites-title">{text('musicSites')}</h3>
        <p id="sites-note" class="note">
          {text('musicSitesHint')}
        </p>
      </div>
      <AddSite sites={sites} add={add} />
      {sites.length === 0 ? (
        <p class="note">{text('musicSitesNone')}</p>
      ) : (
        <SiteList sites={sites} remove={remove} />
      )}
      {/* With a key it stays the same element, whose changes are announced, whatever is rendered before it. */}
      <p key="status" role="status" class="unseen">
        {announced}
      </p>
    </div>
  );
};
