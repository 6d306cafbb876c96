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

/** Seconds since its last report after which an instance counts as not ready: it reports every ten seconds. */
const longestSilence = 60;

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
  const countOn = (day: number, name: string) =>
    counts.find((each) => each.day === day && each.name === name)?.count ?? 0;
  const days = Array.from({ length: chartDays }, (_, index) => today - chartDays + 1 + index);
  const created = days.map((day) => ({ day, count: countOn(day, dayCountNames.created) }));
  const notRefusals: readonly string[] = Object.values(dayCountNames);
  const refusals = counts
    .filter(({ day, name }) => day === today && !notRefusals.includes(name))
    .toSorted((a, b) => b.count - a.count);
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);

  // Above the limit, links are not counted to the end, so the difference of the numbers says nothing.
  const active = links.all > countLimit ? undefined : links.all - links.expired;
  const bounded = (n: number | undefined) =>
    n === undefined || n > countLimit ? t.moreThan(t.number(countLimit)) : t.number(n);
  const figures = [
    [bounded(active), t.active],
    [bounded(links.expiring), t.expiring],
    [t.number(countOn(today, dayCountNames.created)), t.createdToday],
    [t.number(countOn(today - 1, dayCountNames.redirects)), t.redirects],
    [t.number(refused), t.refusedToday],
  ].map(([figure, label]) =>
    h('li', null, [h('p', { class: 'figure num' }, figure), h('p', { class: 'meta' }, label)]),
  );
  const thirtyDays = h('span', { class: 'meta' }, t.thirtyDays);
  const all = h('a', { href: '/operator/packages' }, t.all(packageCount));
  return h('div', { class: 'cards' }, [
    h('ul', { class: 'card stats whole', 'aria-label': t.numbers }, figures),
    h(Card, { title: t.linksADay, end: thirtyDays }, h(Chart, { t, days: created })),
    h(Card, { title: t.refusals }, h(RefusalList, { t, refusals })),
    h(Card, { title: t.packages, end: all }, [
      packages.length === 0 ? h('p', { class: 'soft' }, t.noPackages) : h(PackageTable, { t, packages }),
    ]),
    h(InstanceCard, { t, instances, now }),
  ]);
}

/** The number at the top of the chart: a round number, at least as large as all counts, whose half is a whole number. */
function topOf(counts: readonly number[]): number {
  const most = Math.max(2, ...counts);
  const step = 10 ** Math.floor(Math.log10(most));
  return step * ([1, 2, 4, 6, 8].find((each) => each * step >= most && (each * step) % 2 === 0) ?? 10);
}

function Chart({ t, days }: { t: Texts; days: readonly { day: number; count: number }[] }) {
  const top = topOf(days.map(({ count }) => count));
  const dateOf = ({ day }: { day: number }) => t.day(day * 86_400);
  const bars = days.map((each) => {
    const percent = (each.count / top) * 100;
    // The lower end, with its round corners, is outside of the picture.
    const height = percent === 0 ? '0%' : '110%';
    return h('li', null, [
      h('svg', { 'aria-hidden': true }, h('rect', { y: `${100 - percent}%`, width: '100%', height, rx: 3 })),
      h('span', { class: 'tip num' }, `${dateOf(each)}: ${t.number(each.count)}`),
    ]);
  });
  const line = (classes: string, n: number) =>
    h('div', { class: classes, 'aria-hidden': true }, h('span', { class: 'meta num' }, t.number(n)));
  const dates = days.map((each, index) => h('span', null, index % 7 === 0 && dateOf(each)));
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

/** How full something is, as a picture of the numbers beside it; `share` is from 0 to 1. */
const Bar = ({ share, isNear = false }: { share: number; isNear?: boolean }) =>
  h('svg', { class: `bar${isNear ? ' near' : ''}`, 'aria-hidden': true }, [
    h('rect', { class: 'track', width: '100%', height: '100%' }),
    h('rect', { class: 'level', width: `${Math.min(100, share * 100)}%`, height: '100%' }),
  ]);

/** The label of an error, capitalized as in the document of the API. */
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
  return h('ul', { class: 'refusals' }, items);
}

const headsOf = (...names: readonly string[]) => names.map((name) => h('th', { scope: 'col' }, name));

export function PackageTable({ t, packages }: { t: Texts; packages: readonly PackageState[] }) {
  const rows = packages.map(
    ({ name, secretId, used, total, usedShare, expiresAt, isNearlyUsed, isExpiring }) => {
      const [first, rest] = t.of(t.number(used), t.number(total));
      return h('tr', null, [
        h('td', { class: 'breakable' }, [
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
  const isSilent = ({ seenAt }: Instance) => now - seenAt > longestSilence;
  const isReady = (instance: Instance) => instance.problem === '' && !isSilent(instance);
  const rows = instances.map((instance) => {
    const { name, version, problem, seenAt } = instance;
    const [host = '', address = ''] = name.split(' ');
    const sentence = t.problem(problem);
    const reason = isSilent(instance)
      ? t.silent(Math.floor((now - seenAt) / 60))
      : h('span', { lang: sentence === problem ? 'en' : 'zh-CN' }, printable(sentence));
    const state = isReady(instance)
      ? [h('span', { class: 'good' }, h(Icon, { name: 'check' })), ` ${t.ready}`]
      : h('span', { class: 'warn' }, [h(Icon, { name: 'alert' }), ' ', reason]);
    return h('tr', null, [
      h('td', null, [
        h('span', { class: 'breakable' }, printable(host)),
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
