import { h } from 'preact';
import { messageOf } from '../../lib/failures/contract.ts';
import { printable } from '../start-error.ts';
import { dayOf } from '../store/contract.ts';
import { countLimit, type DayCount, type Instance, type LinkCounts } from '../store/operator-contract.ts';
import { dayCountNames } from './day-counts.ts';
import type { PackageState } from './packages.ts';
import { Card, Icon, Table } from './page.ts';
import type { Texts } from './texts.ts';

export const chartDays = 30;

/** Seconds after which an instance that said nothing counts as not ready: it says something every ten. */
const silence = 60;

interface OverviewProps {
  t: Texts;
  links: LinkCounts;
  counts: readonly DayCount[];
  packages: readonly PackageState[];
  /** How many packages there are in all. */
  packageCount: number;
  instances: readonly Instance[];
  /** Unix seconds. */
  now: number;
}

export function Overview({ t, links, counts, packages, packageCount, instances, now }: OverviewProps) {
  const today = dayOf(now);
  const on = (day: number, name: string) =>
    counts.find((each) => each.day === day && each.name === name)?.count ?? 0;
  const days = Array.from({ length: chartDays }, (_, index) => today - chartDays + 1 + index);
  const created = days.map((day) => ({ day, count: on(day, dayCountNames.created) }));
  const names: readonly string[] = Object.values(dayCountNames);
  const refusals = counts
    .filter(({ day, name }) => day === today && !names.includes(name))
    .toSorted((a, b) => b.count - a.count);
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);

  // Above the limit, the numbers are not counted to the end, and their difference says nothing.
  const active = links.all > countLimit ? undefined : links.all - links.expired;
  const bounded = (n: number | undefined) =>
    n === undefined || n > countLimit ? t.moreThan(t.number(countLimit)) : t.number(n);
  const numbers = [
    [bounded(active), t.active],
    [bounded(links.expiring), t.expiring],
    [t.number(on(today, dayCountNames.created)), t.createdToday],
    [t.number(on(today - 1, dayCountNames.redirects)), t.redirects],
    [t.number(refused), t.refusedToday],
  ].map(([n, what]) => h('li', null, [h('p', { class: 'n num' }, n), h('p', { class: 'meta' }, what)]));
  const thirtyDays = h('span', { class: 'meta' }, t.thirtyDays);
  const all = h('a', { href: '/operator/packages' }, t.all(packageCount));
  return h('div', { class: 'cards' }, [
    h('ul', { class: 'card stats whole', 'aria-label': t.numbers }, numbers),
    h(Card, { title: t.linksADay, end: thirtyDays }, h(Chart, { t, days: created })),
    h(Card, { title: t.refusals }, h(RefusalList, { t, refusals })),
    h(Card, { title: t.packages, end: all }, [
      packages.length === 0 ? h('p', { class: 'soft' }, t.noPackages) : h(PackageTable, { t, packages }),
    ]),
    h(InstanceCard, { t, instances, now }),
  ]);
}

/** The least round number at or above all counts; its half is a whole number. */
function topOf(counts: readonly number[]): number {
  const most = Math.max(2, ...counts);
  const step = 10 ** Math.floor(Math.log10(most));
  return step * ([1, 2, 4, 6, 8].find((each) => each * step >= most && (each * step) % 2 === 0) ?? 10);
}

function Chart({ t, days }: { t: Texts; days: readonly { day: number; count: number }[] }) {
  const top = topOf(days.map(({ count }) => count));
  const name = ({ day }: { day: number }) => t.day(day * 86_400);
  const bars = days.map((each) => {
    const share = (each.count / top) * 100;
    // The lower end, with its round corners, is outside of the picture.
    const height = share === 0 ? '0%' : '110%';
    return h('li', null, [
      h('svg', { 'aria-hidden': true }, h('rect', { y: `${100 - share}%`, width: '100%', height, rx: 3 })),
      h('span', { class: 'tip num' }, `${name(each)}: ${t.number(each.count)}`),
    ]);
  });
  const line = (look: string, n: number) =>
    h('div', { class: look, 'aria-hidden': true }, h('span', { class: 'meta num' }, t.number(n)));
  const dates = days.map((each, index) => h('span', null, index % 7 === 0 && name(each)));
  return [
    h('div', { class: 'chart' }, [
      line('grid', top),
      line('grid half', top / 2),
      line('grid zero', 0),
      h('ol', { class: 'bars' }, bars),
    ]),
    h('div', { class: 'axis meta num', 'aria-hidden': true }, dates),
  ];
}

/** How full something is, beside its numbers. */
const Bar = ({ share, isNear = false }: { share: number; isNear?: boolean }) =>
  h('svg', { class: `bar${isNear ? ' near' : ''}`, 'aria-hidden': true }, [
    h('rect', { class: 'track', width: '100%', height: '100%' }),
    h('rect', { class: 'level', width: `${Math.min(100, share * 100)}%`, height: '100%' }),
  ]);

/** The label of an error as the API's document writes it. */
const labelOf = (name: string) => messageOf(name).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

function RefusalList({ t, refusals }: { t: Texts; refusals: readonly DayCount[] }) {
  if (refusals.length === 0) return h('p', { class: 'soft' }, t.noRefusals);
  const most = refusals[0]?.count ?? 1;
  const items = refusals.map(({ name, count }) =>
    h('li', null, [
      h('span', { lang: 'en' }, labelOf(name)),
      h('span', { class: 'num' }, t.number(count)),
      h(Bar, { share: count / most }),
    ]),
  );
  return h('ul', { class: 'why' }, items);
}

const headsOf = (...names: readonly string[]) => names.map((name) => h('th', { scope: 'col' }, name));

export function PackageTable({ t, packages }: { t: Texts; packages: readonly PackageState[] }) {
  const rows = packages.map(
    ({ name, secretId, used, total, usedShare, expiresAt, isNearlyUsed, isExpiring }) => {
      const [first, rest] = t.of(t.number(used), t.number(total));
      return h('tr', null, [
        h('td', { class: 'any' }, [
          `${printable(name || secretId)} `,
          name && h('span', { class: 'meta wide' }, secretId),
        ]),
        h('td', { class: 'num nowrap' }, [
          h(Bar, { share: usedShare, isNear: isNearlyUsed }),
          `${first} `,
          h('span', { class: 'soft' }, rest),
          isNearlyUsed && [' ', h('span', { class: 'warn' }, h(Icon, { name: 'alert' }))],
        ]),
        h('td', { class: `num nowrap${isExpiring ? ' warn' : ''}` }, [
          isExpiring && [h(Icon, { name: 'alert' }), ' '],
          t.date(expiresAt),
        ]),
      ]);
    },
  );
  return h(Table, { heads: headsOf(t.application, t.used, t.validTo), rows });
}

function InstanceCard({ t, instances, now }: Pick<OverviewProps, 't' | 'instances' | 'now'>) {
  const isReady = ({ problem, seenAt }: Instance) => problem === '' && now - seenAt <= silence;
  const rows = instances.map((instance) => {
    const { name, version, problem, seenAt } = instance;
    const [host = '', address = ''] = name.split(' ');
    const what =
      now - seenAt > silence
        ? t.silent(Math.floor((now - seenAt) / 60))
        : h('span', { lang: t.problem(problem) === problem ? 'en' : 'zh-CN' }, printable(t.problem(problem)));
    const state = isReady(instance)
      ? [h('span', { class: 'good' }, h(Icon, { name: 'check' })), ` ${t.ready}`]
      : h('span', { class: 'warn' }, [h(Icon, { name: 'alert' }), ' ', what]);
    return h('tr', null, [
      h('td', null, [
        h('span', { class: 'any' }, printable(host)),
        h('span', { class: 'meta address' }, printable(address)),
      ]),
      h('td', null, state),
      h('td', { class: 'num' }, printable(version)),
    ]);
  });
  const notReady = instances.filter((each) => !isReady(each)).length;
  const end = notReady > 0 && h('span', { class: 'meta warn' }, t.notReady(notReady, instances.length));
  return h(Card, { title: t.instances, end }, h(Table, { heads: headsOf(t.name, t.state, t.version), rows }));
}
