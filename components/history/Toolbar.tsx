import type { ComponentChildren } from 'preact';
import { formatNumber, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { type Filter, filters, type Order, orders } from '../../lib/history/search.ts';
import { type ConnectionInfo, nameOf } from '../../lib/settings/connection-info.ts';
import { Icon } from '../ui/Icon.tsx';
import { Select } from '../ui/Select.tsx';
import { removedConnections, type View } from './use-entries.ts';

const filterNames: Record<Filter, TextKey> = {
  all: 'historyAll',
  active: 'historyActive',
  week: 'historyWeek',
  expired: 'historyExpired',
  failed: 'historyFailed',
  unknown: 'historyUnknown',
};

const orderNames: Record<Order, TextKey> = {
  newest: 'historyNewest',
  oldest: 'historyOldest',
  expiry: 'historyExpiryFirst',
  title: 'historyByTitle',
  address: 'historyByAddress',
  opens: 'historyByOpens',
};

/** The title of the page, what belongs to the whole history, and the way to the settings. */
export const Header = ({ children }: { children?: ComponentChildren }) => (
  <header>
    <img src="/icons/96.png" width="28" height="28" alt="" />
    <h1>{text('historyTitle')}</h1>
    {children}
    <a class="button only-icon" href="/options.html" aria-label={text('settings')} title={text('settings')}>
      <Icon name="settings" />
    </a>
  </header>
);

interface ToolbarProps {
  view: View;
}

interface SortingProps extends ToolbarProps {
  /** The service counts how often links are opened. */
  hasOpens: boolean;
}

/** The search field, in the header of the page. */
export const Search = ({ view: { query, change } }: ToolbarProps) => (
  <form class="search" role="search" onSubmit={(event) => event.preventDefault()}>
    <Icon name="search" />
    <input
      id="search"
      type="search"
      autocomplete="off"
      spellcheck={false}
      aria-label={text('historySearch')}
      aria-keyshortcuts="/"
      placeholder={text('historySearchHint')}
      value={query}
      onInput={(event) => change({ query: event.currentTarget.value })}
    />
  </form>
);

/** Whether a filter is shown. Failed and unknown attempts are rare: their filters are shown only if there are some. */
const isOffered = (each: Filter, { filter, sums }: View): boolean =>
  (each !== 'failed' && each !== 'unknown') || each === filter || sums[each] > 0;

const Filters = ({ view }: ToolbarProps) => (
  <div class="chips one-line" role="radiogroup" aria-label={text('historyFilter')}>
    {filters
      .filter((each) => isOffered(each, view))
      .map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="filter"
            checked={each === view.filter}
            onChange={() => view.change({ filter: each })}
          />
          {text(filterNames[each])} <span class="num">{formatNumber(view.sums[each])}</span>
        </label>
      ))}
  </div>
);

/** In a narrow window only its icon, which history.css draws, is seen. */
const Sorting = ({ view: { order, change }, hasOpens }: SortingProps) => (
  <div class="sort">
    <Select
      id="order"
      class="small"
      aria-label={text('historyOrder')}
      value={order}
      options={orders.filter((each) => each !== 'opens' || hasOpens || each === order)}
      nameOf={(each) => text(orderNames[each])}
      choose={(each) => change({ order: each })}
    />
  </div>
);

interface ConnectionsProps extends ToolbarProps {
  connections: readonly ConnectionInfo[];
}

/** If there are several, the links of one can be shown alone. */
const Connections = ({ view: { connection = '', perConnection, change }, connections }: ConnectionsProps) => {
  const countOf = (id: string): number => perConnection.get(id) ?? 0;
  const nameIn = (id: string): string => {
    const found = connections.find((each) => each.id === id);
    if (!found && id !== removedConnections) return text('historyConnections');
    const name = found ? nameOf(found) : text('historyConnectionsRemoved');
    return text('historyConnection', name, formatNumber(countOf(id)));
  };
  const hasRemoved = countOf(removedConnections) > 0 || connection === removedConnections;
  return (
    connections.length > 1 && (
      <div class="only">
        <Select
          id="connection"
          class="small"
          aria-label={text('connectionTitle')}
          value={connection}
          options={['', ...connections.map(({ id }) => id), ...(hasRemoved ? [removedConnections] : [])]}
          nameOf={nameIn}
          choose={(id) => change({ connection: id || undefined })}
        />
      </div>
    )
  );
};

interface CountProps {
  found: number;
  total: number;
  isReading: boolean;
}

const countText = ({ found, total, isReading }: CountProps): string => {
  if (isReading) return text('historyReading');
  if (found === total) return plural('historyCount', total);
  return text('historyFound', formatNumber(found), formatNumber(total));
};

/** The filters and the order of the list. The number of entries is announced; the filters show it. */
export const Toolbar = ({
  view,
  hasOpens,
  connections,
  ...counts
}: SortingProps & ConnectionsProps & CountProps) => {
  const isEmpty = counts.total === 0;
  return (
    <div class={isEmpty ? 'unseen' : 'tools'}>
      {!isEmpty && <Filters view={view} />}
      <p role="status" class={counts.isReading ? 'meta' : 'unseen'}>
        {isEmpty && !counts.isReading ? '' : countText(counts)}
      </p>
      {!isEmpty && <Connections view={view} connections={connections} />}
      {!isEmpty && <Sorting view={view} hasOpens={hasOpens} />}
    </div>
  );
};
