import { messageOf } from '../../lib/failures/contract.ts';
import { html } from '../pages/pages.ts';
import { printable } from '../config/errors.ts';
import { dayOf } from '../store/contract.ts';
import { countLimit, type DayCount, type Instance, type LinkCounts } from '../store/operator-contract.ts';
import { dayCountNames } from './day-counts.ts';
import type { PackageState } from './packages.ts';
import { card, headOf, icon, table } from './page.ts';
import type { Texts } from './texts.ts';

export const chartDays = 30;

/** Seconds since its last report after which an instance counts as not ready: it reports every ten seconds. */
const longestSilence = 60;

interface OverviewParts {
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

export function overview({ t, links, counts, packages, packageCount, instances, now }: OverviewParts) {
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
  ].map(
    ([figure, label]) =>
      html`<li>
        <p class="figure num">${figure}</p>
        <p class="meta">${label}</p>
      </li>`,
  );
  const thirtyDays = html`<span class="meta">${t.thirtyDays}</span>`;
  const all = html`<a href="/operator/packages">${t.all(packageCount)}</a>`;
  const nearEnd =
    packages.length === 0 ? html`<p class="soft">${t.noPackages}</p>` : packageTable(t, packages);
  return html`<div class="cards">
    <ul class="card stats whole" aria-label="${t.numbers}">
      ${figures}
    </ul>
    ${card(t.linksADay, thirtyDays, chart(t, created))}
    ${card(t.refusals, undefined, refusalList(t, refusals))} ${card(t.packages, all, nearEnd)}
    ${instanceCard(t, instances, now)}
  </div>`;
}

/** The number at the top of the chart: a round number, at least as large as all counts, whose half is a whole number. */
function topOf(counts: readonly number[]): number {
  const most = Math.max(2, ...counts);
  const step = 10 ** Math.floor(Math.log10(most));
  return step * ([1, 2, 4, 6, 8].find((each) => each * step >= most && (each * step) % 2 === 0) ?? 10);
}

function chart(t: Texts, days: readonly { day: number; count: number }[]) {
  const top = topOf(days.map(({ count }) => count));
  const dateOf = ({ day }: { day: number }) => t.day(day * 86_400);
  const bars = days.map((each) => {
    const percent = (each.count / top) * 100;
    // The lower end, with its round corners, is outside of the picture.
    const height = percent === 0 ? '0%' : '110%';
    return html`<li>
      <svg aria-hidden="true"><rect y="${100 - percent}%" width="100%" height="${height}" rx="3" /></svg>
      <span class="tip num">${dateOf(each)}: ${t.number(each.count)}</span>
    </li>`;
  });
  const line = (classes: string, n: number) =>
    html`<div class="${classes}" aria-hidden="true"><span class="meta num">${t.number(n)}</span></div>`;
  const dates = days.map((each, index) => html`<span>${index % 7 === 0 && dateOf(each)}</span>`);
  return html`<div class="chart">
      ${line('grid', top)}${line('grid half', top / 2)}${line('grid zero', 0)}
      <ol class="bars">
        ${bars}
      </ol>
    </div>
    <div class="axis meta num" aria-hidden="true">${dates}</div>`;
}

/** How full something is, as a picture of the numbers beside it; `share` is from 0 to 1. */
const bar = (share: number, isNear = false) =>
  html`<svg class="bar${isNear && ' near'}" aria-hidden="true">
    <rect class="track" width="100%" height="100%" />
    <rect class="level" width="${Math.min(100, share * 100)}%" height="100%" />
  </svg>`;

/** The label of an error, capitalized as in the document of the API. */
const labelOf = (name: string) => messageOf(name).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

function refusalList(t: Texts, refusals: readonly DayCount[]) {
  if (refusals.length === 0) return html`<p class="soft">${t.noRefusals}</p>`;
  const most = refusals[0]?.count ?? 1;
  const items = refusals.map(
    ({ name, count }) =>
      html`<li>
        <span lang="en">${labelOf(name)}</span> <span class="num">${t.number(count)}</span>
        ${bar(count / most)}
      </li>`,
  );
  return html`<ul class="refusals">
    ${items}
  </ul>`;
}

const alert = icon('alert');

export function packageTable(t: Texts, packages: readonly PackageState[]) {
  const rows = packages.map((each) => {
    const { name, secretId, used, total, usedShare, expiresAt, isNearlyUsed, isExpiring } = each;
    const [first, rest] = t.of(t.number(used), t.number(total));
    return html`<tr>
      <td class="breakable">
        ${printable(name || secretId)} ${name && html`<span class="meta wide">${secretId}</span>`}
      </td>
      <td class="num nowrap">
        ${bar(usedShare, isNearlyUsed)}${first}
        <span class="soft">${rest}</span> ${isNearlyUsed && html`<span class="warn">${alert}</span>`}
      </td>
      <td class="num nowrap${isExpiring && ' warn'}">${isExpiring && alert} ${t.date(expiresAt)}</td>
    </tr>`;
  });
  return table([t.application, t.used, t.validTo].map(headOf), rows);
}

function instanceCard(t: Texts, instances: readonly Instance[], now: number) {
  const isSilent = ({ seenAt }: Instance) => now - seenAt > longestSilence;
  const isReady = (instance: Instance) => instance.problem === '' && !isSilent(instance);
  const rows = instances.map((instance) => {
    const { name, version, problem, seenAt } = instance;
    const [host = '', address = ''] = name.split(' ');
    const sentence = t.problem(problem);
    const reason = isSilent(instance)
      ? t.silent(Math.floor((now - seenAt) / 60))
      : html`<span lang="${sentence === problem ? 'en' : 'zh-CN'}">${printable(sentence)}</span>`;
    const state = isReady(instance)
      ? html`<span class="good">${icon('check')}</span> ${t.ready}`
      : html`<span class="warn">${alert} ${reason}</span>`;
    return html`<tr>
      <td>
        <span class="breakable">${printable(host)}</span
        ><span class="meta address">${printable(address)}</span>
      </td>
      <td>${state}</td>
      <td class="num">${printable(version)}</td>
    </tr>`;
  });
  const notReady = instances.filter((each) => !isReady(each)).length;
  const end = notReady > 0 && html`<span class="meta warn">${t.notReady(notReady, instances.length)}</span>`;
  return card(t.instances, end, table([t.name, t.state, t.version].map(headOf), rows));
}
