import { html } from 'hono/html';
import { messageOf } from '../../lib/failures/contract.ts';
import { dayOf } from '../store/contract.ts';
import { countLimit, type DayCount, type Instance, type LinkCounts } from '../store/operator-contract.ts';
import { dayCountNames } from './day-counts.ts';
import type { PackageState } from './packages.ts';
import { card, type Content, icon, shown, table } from './page.ts';
import type { Texts } from './texts.ts';

export const chartDays = 30;

/** Seconds after which an instance that said nothing counts as not ready: it says something every ten. */
const silence = 60;

export interface Overview {
  links: LinkCounts;
  counts: readonly DayCount[];
  packages: readonly PackageState[];
  /** How many packages there are in all. */
  packageCount: number;
  instances: readonly Instance[];
  /** Unix seconds. */
  now: number;
}

export function overview(
  t: Texts,
  { links, counts, packages, packageCount, instances, now }: Overview,
): Content {
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
  ];
  return html`<div class="cards">
    <ul class="card stats whole" aria-label="${t.numbers}">
      ${numbers.map(
        ([n, what]) =>
          html`<li>
            <p class="n num">${n}</p>
            <p class="meta">${what}</p>
          </li>`,
      )}
    </ul>
    ${card(t.linksADay, chart(t, created), { end: html`<span class="meta">${t.thirtyDays}</span>` })}
    ${card(t.refusals, refusalList(t, refusals))}
    ${card(
      t.packages,
      packages.length === 0 ? html`<p class="soft">${t.noPackages}</p>` : packageTable(t, packages),
      {
        end: html`<a href="/operator/packages">${t.all(packageCount)}</a>`,
      },
    )}
    ${instanceCard(t, instances, now)}
  </div>`;
}

/** The least round number at or above all counts; its half is a whole number. */
function topOf(counts: readonly number[]): number {
  const most = Math.max(2, ...counts);
  const step = 10 ** Math.floor(Math.log10(most));
  return step * ([1, 2, 4, 6, 8].find((each) => each * step >= most && (each * step) % 2 === 0) ?? 10);
}

function chart(t: Texts, days: readonly { day: number; count: number }[]): Content {
  const top = topOf(days.map(({ count }) => count));
  const name = ({ day }: { day: number }) => t.day(day * 86_400);
  const bars = days.map((each) => {
    const height = (each.count / top) * 100;
    // The lower end, with its round corners, is outside of the picture.
    const bar = html`<svg aria-hidden="true">
      <rect y="${100 - height}%" width="100%" height="${height === 0 ? 0 : 110}%" rx="3" />
    </svg>`;
    return html`<li>${bar}<span class="tip num">${name(each)}: ${t.number(each.count)}</span></li>`;
  });
  return html`<div class="chart">
      <div class="grid" aria-hidden="true"><span class="meta num">${t.number(top)}</span></div>
      <div class="grid half" aria-hidden="true"><span class="meta num">${t.number(top / 2)}</span></div>
      <div class="grid zero" aria-hidden="true"><span class="meta num">0</span></div>
      <ol class="bars">
        ${bars}
      </ol>
    </div>
    <div class="axis meta num" aria-hidden="true">
      ${days.map((each, index) => html`<span>${index % 7 === 0 ? name(each) : ''}</span>`)}
    </div>`;
}

/** How full something is, beside its numbers. */
const bar = (share: number, isNear = false) =>
  html`<svg class="bar${isNear ? ' near' : ''}" aria-hidden="true">
    <rect class="track" width="100%" height="100%" />
    <rect class="level" width="${Math.min(100, share * 100)}%" height="100%" />
  </svg>`;

/** The label of an error as the API's document writes it. */
const labelOf = (name: string) => messageOf(name).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

function refusalList(t: Texts, refusals: readonly DayCount[]): Content {
  const most = refusals[0]?.count ?? 1;
  if (refusals.length === 0) return html`<p class="soft">${t.noRefusals}</p>`;
  return html`<ul class="why">
    ${refusals.map(
      ({ name, count }) =>
        html`<li>
          <span lang="en">${labelOf(name)}</span
          ><span class="num">${t.number(count)}</span>${bar(count / most)}
        </li>`,
    )}
  </ul>`;
}

export function packageTable(t: Texts, packages: readonly PackageState[]): Content {
  const rows = packages.map(
    ({ name, secretId, used, total, usedShare, expiresAt, isNearlyUsed, isExpiring }) => {
      const [first, rest] = t.of(t.number(used), t.number(total));
      const alert = html` <span class="warn">${icon('alert')}</span>`;
      return html`<tr>
        <td class="any">
          ${shown(name || secretId)} ${name && html`<span class="meta wide">${secretId}</span>`}
        </td>
        <td class="num nowrap">
          ${bar(usedShare, isNearlyUsed)}${first} <span class="soft">${rest}</span>${isNearlyUsed && alert}
        </td>
        <td class="num nowrap${isExpiring ? ' warn' : ''}">
          ${isExpiring && html`${icon('alert')} `}${t.date(expiresAt)}
        </td>
      </tr>`;
    },
  );
  const heads = html`<th scope="col">${t.application}</th>
    <th scope="col">${t.used}</th>
    <th scope="col">${t.validTo}</th>`;
  return table(heads, rows);
}

function instanceCard(t: Texts, instances: readonly Instance[], now: number): Content {
  const rows = instances.map(({ name, version, problem, seenAt }) => {
    const isSilent = now - seenAt > silence;
    const isReady = !isSilent && problem === '';
    const what = isSilent
      ? t.silent(Math.floor((now - seenAt) / 60))
      : html`<span lang="${t.problem(problem) === problem ? 'en' : 'zh-CN'}"
          >${shown(t.problem(problem))}</span
        >`;
    const [host = '', address = ''] = name.split(' ');
    const state = isReady
      ? html`<span class="good">${icon('check')}</span> ${t.ready}`
      : html`<span class="warn">${icon('alert')} ${what}</span>`;
    const row = html`<tr>
      <td><span class="any">${shown(host)}</span> <span class="meta address">${shown(address)}</span></td>
      <td>${state}</td>
      <td class="num">${shown(version)}</td>
    </tr>`;
    return { isReady, row };
  });
  const notReady = rows.filter(({ isReady }) => !isReady).length;
  const heads = html`<th scope="col">${t.name}</th>
    <th scope="col">${t.state}</th>
    <th scope="col">${t.version}</th>`;
  const body = table(
    heads,
    rows.map(({ row }) => row),
  );
  return card(t.instances, body, {
    end: notReady > 0 ? html`<span class="meta warn">${t.notReady(notReady, instances.length)}</span>` : '',
  });
}
