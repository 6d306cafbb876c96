import { formatNumber, text, type TextKey } from '../../lib/i18n/texts.ts';
import { type Filter, filters, type Order, orders } from '../../lib/history/search.ts';
import type { View } from './use-view.ts';

const filterNames: Record<Filter, TextKey> = {
  all: 'historyAll',
  live: 'historyLive',
  soon: 'historySoon',
  expired: 'historyExpired',
  unknown: 'historyUnknown',
};

const orderNames: Record<Order, TextKey> = {
  newest: 'historyNewest',
  oldest: 'historyOldest',
  expiry: 'historyExpiryFirst',
  title: 'historyByTitle',
  address: 'historyByAddress',
};

interface PickProps<Value extends string> {
  id: string;
  label: TextKey;
  value: Value;
  values: readonly Value[];
  nameOf(value: Value): string;
  pick(value: Value): void;
}

const Pick = <Value extends string>({ id, label, value, values, nameOf, pick }: PickProps<Value>) => (
  <div>
    <label for={id}>{text(label)}</label>
    <select
      id={id}
      value={value}
      autocomplete="off"
      onChange={({ currentTarget }) => pick(values.find((each) => each === currentTarget.value) ?? value)}
    >
      {values.map((each) => (
        <option key={each} value={each}>
          {nameOf(each)}
        </option>
      ))}
    </select>
  </div>
);

/** Search, filter and order. */
export const Toolbar = ({ view }: { view: View }) => {
  const { query, setQuery, filter, setFilter, order, setOrder, sums } = view;
  return (
    <form class="toolbar" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="search">
        <label for="search">{text('historySearch')}</label>
        <input
          id="search"
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder={text('historySearchHint')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <Pick
        id="filter"
        label="historyFilter"
        value={filter}
        values={filters}
        nameOf={(each: Filter) => text(filterNames[each], formatNumber(sums[each]))}
        pick={(each: Filter) => setFilter(each)}
      />
      <Pick
        id="order"
        label="historyOrder"
        value={order}
        values={orders}
        nameOf={(each: Order) => text(orderNames[each])}
        pick={(each: Order) => setOrder(each)}
      />
    </form>
  );
};
