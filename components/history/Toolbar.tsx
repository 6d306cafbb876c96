import type { ComponentChildren } from 'preact';
import { formatNumber, plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { type Filter, filters, type Order, orders } from '../../lib/history/search.ts';
import { canAny, nameOf } from '../../lib/settings/connection-info.ts';
import { connections } from '../page.ts';
import { Icon } from '../ui/Icon.tsx';
import { Select } from '../ui/Select.tsx';
import { type HistoryState, removedConnections } from './history-state.ts';
import { isNarrow } from './Row.tsx';

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
  <header class="line">
    <img src="/icons/96.png" width="28" height="28" alt="" />
    <h1 class="grow">{text('historyTitle')}</h1>
    {children}
    <a class="button only-icon" href="/options.html" aria-label={text('settings')} title={text('settings')}>
      <Icon name="settings" />
    </a>
  </header>
);

interface ToolbarProps {
  state: HistoryState;
}

/** The search field, in the header of the page. */
export const Search = ({ state }: ToolbarProps) => (
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
      value={state.view.value.query}
      onInput={(event) => state.changeView({ query: event.currentTarget.value })}
    />
  </form>
);

/** Whether a filter is shown. Failed and unknown attempts are rare: their filters are shown only if there are some. */
const isOffered = (each: Filter, { view, countsByFilter }: HistoryState): boolean =>
  (each !== 'failed' && each !== 'unknown') || each === view.value.filter || countsByFilter.value[each] > 0;

const Filters = ({ state }: ToolbarProps) => (
  <div class="chips one-line grow" role="radiogroup" aria-label={text('historyFilter')}>
    {filters
      .filter((each) => isOffered(each, state))
      .map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="filter"
            checked={each === state.view.value.filter}
            onChange={() => state.changeView({ filter: each })}
          />
          {text(filterNames[each])} <span class="num">{formatNumber(state.countsByFilter.value[each])}</span>
        </label>
      ))}
  </div>
);

/** In a narrow window only its icon, which history.css draws, is seen. */
const Sorting = ({ state }: ToolbarProps) => {
  const { order } = state.view.value;
  const hasOpens = canAny(connections.value, 'opens');
  return (
    <div class="sort">
      <Select
        id="order"
        class="small"
        aria-label={text('historyOrder')}
        value={order}
        options={orders.filter((each) => each !== 'opens' || hasOpens || each === order)}
        nameOf={(each) => text(orderNames[each])}
        choose={(each) => state.changeView({ order: each })}
      />
    </div>
  );
};

/** If there are several, the links of one can be shown alone. */
const Connections = ({ state }: ToolbarProps) => {
  const { value: connection = '' } = state.connection;
  const countOf = (id: string): number => state.countsByConnection.value.get(id) ?? 0;
  const nameIn = (id: string): string => {
    const found = connections.value.find((each) => each.id === id);
    if (!found && id !== removedConnections) return text('historyConnections');
    const name = found ? nameOf(found) : text('historyConnectionsRemoved');
    return text('historyConnection', name, formatNumber(countOf(id)));
  };
  const hasRemoved = countOf(removedConnections) > 0 || connection === removedConnections;
  return (
    connections.value.length > 1 && (
      <div class="only">
        <Select
          id="connection"
          class="small"
          aria-label={text('connectionTitle')}
          value={connection}
          options={[
            '',
            ...connections.value.map(({ id }) => id),
            ...(hasRemoved ? [removedConnections] : []),
          ]}
          nameOf={nameIn}
          choose={(id) => state.changeView({ connection: id || undefined })}
        />
      </div>
    )
  );
};

const foundText = ({ rows, entries, isReading }: HistoryState): string => {
  const [found, total] = [rows.value.length, entries.value.size];
  if (isReading.value) return text('historyReading');
  if (found === total) return plural('historyCount', total);
  return text('historyFound', formatNumber(found), formatNumber(total));
};

/** The filters and the order of the list, and how many entries a search has found: always announced, and shown where there is room. */
export const Toolbar = ({ state }: ToolbarProps) => {
  const isEmpty = state.entries.value.size === 0;
  const isReading = state.isReading.value;
  const isSearch = state.view.value.query.trim() !== '';
  return (
    <div class={isEmpty ? 'unseen' : 'tools line'}>
      {!isEmpty && <Filters state={state} />}
      <p role="status" class={isReading || (isSearch && !isNarrow.value) ? 'cut meta num' : 'unseen'}>
        {isEmpty && !isReading ? '' : foundText(state)}
      </p>
      {!isEmpty && <Connections state={state} />}
      {!isEmpty && <Sorting state={state} />}
    </div>
  );
};
