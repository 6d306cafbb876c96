import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { language, text, type TextKey } from '../../lib/i18n/texts.ts';
import { readSite, type SiteProblem } from '../../lib/not-found/sites.ts';
import { readableHost } from '../../lib/url/readable.ts';
import { announce } from '../ui/announce.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { SettingsState } from '../ui/use-settings.ts';

const problems: Record<SiteProblem, TextKey> = {
  empty: 'musicSiteEmpty',
  'not-a-site': 'musicSiteUnclear',
  'not-web': 'musicSiteNotWeb',
};

/** The field for a site, which also accepts a pasted address. It has the focus when it appears. */
const AddSite = ({ sites, add }: { sites: readonly string[]; add(site: string): void }) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);

  const submit = (event: Event): void => {
    event.preventDefault();
    const read = readSite(typed);
    if (!read.ok) setProblem(text(problems[read.problem]));
    else if (sites.includes(read.site)) setProblem(text('musicSiteThere', readableHost(read.site)));
    else {
      add(read.site);
      setTyped('');
      setProblem(null);
    }
    field.current?.focus();
  };

  return (
    <form noValidate autocomplete="off" onSubmit={submit}>
      <div class="row">
        <input
          ref={field}
          aria-label={text('musicSite')}
          placeholder="www.example.com"
          type="text"
          inputMode="url"
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          value={typed}
          aria-invalid={problem !== null}
          aria-describedby="site-problem"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <button type="submit" class="small">
          {text('musicSiteAdd')}
        </button>
      </div>
      <p id="site-problem" class="note warn" role="alert">
        {problem}
      </p>
    </form>
  );
};

interface Row {
  site: string;
  name: string;
}

const rowsOf = (sites: readonly string[]): Row[] => {
  const { compare } = new Intl.Collator(language(), { numeric: true });
  const rows = sites.map((site) => ({ site, name: readableHost(site) }));
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

/** A removed row loses the focus: it moves to the next row, or to the button or the field that adds one. */
const useFocusAfterRemoval = (count: number) => {
  const element = useRef<HTMLDivElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = element.current?.querySelectorAll<HTMLElement>('li button');
    const next = buttons?.[Math.min(removed.current, buttons.length - 1)];
    (next ?? element.current?.querySelector<HTMLElement>('input, button'))?.focus();
    removed.current = null;
  }, [count]);
  return { element, removed };
};

/** The list of sites without a player: sites can be added and removed. */
export const SitesOff = ({ state: { settings, change } }: { state: SettingsState }) => {
  const sites = settings.sitesOff;
  const [isAdding, setAdding] = useState(false);
  const { element, removed } = useFocusAfterRemoval(sites.length);

  /** Announces the change once it is stored. */
  const changeAndAnnounce = (update: (sites: string[]) => string[], announcement: string): void => {
    announce('');
    change(
      (now) => ({ sitesOff: update(now.sitesOff) }),
      () => announce(announcement),
    );
  };
  const add = (site: string): void => {
    const withSite = (now: string[]): string[] => (now.includes(site) ? now : [...now, site]);
    changeAndAnnounce(withSite, text('musicSiteAdded', readableHost(site)));
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
      {isAdding ? (
        <AddSite sites={sites} add={add} />
      ) : (
        <button type="button" class="small" onClick={() => setAdding(true)}>
          {text('musicSiteAdd')}
        </button>
      )}
      {sites.length > 0 && (
        <ul class="tags">
          {rowsOf(sites).map((row, index) => (
            <SiteRow key={row.site} {...row} remove={() => remove(row, index)} />
          ))}
        </ul>
      )}
    </div>
  );
};
