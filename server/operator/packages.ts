import { printable } from '../config/errors.ts';
import { html } from '../pages/pages.ts';
import type { StoredPackage } from '../store/contract.ts';
import { week } from '../store/operator-contract.ts';
import { card, headOf, icon, table } from './page.ts';
import type { Texts } from './texts.ts';

/** The used part of its units from which on a package is near its end. */
const nearlyUsed = 0.9;

/**
 * The packages that an operator has to do something about, the most urgent first, of those that are valid at `now` (Unix seconds).
 * A used-up package is not among them if its application has another one with units left that is not near its end itself.
 */
function packagesNearEnd(packages: readonly StoredPackage[], now: number) {
  const states = packages
    .filter(({ startsAt, expiresAt }) => startsAt <= now && expiresAt > now)
    .map((each) => {
      const usedShare = each.total === 0 ? 1 : each.used / each.total;
      const isExpiring = each.expiresAt <= now + week;
      return { ...each, usedShare, isNearlyUsed: usedShare >= nearlyUsed, isExpiring };
    });
  const near = states.filter(({ isNearlyUsed, isExpiring }) => isNearlyUsed || isExpiring);
  const supplied = new Set(states.filter((each) => !near.includes(each)).map(({ secretId }) => secretId));
  return near
    .filter(({ secretId }) => !supplied.has(secretId))
    .toSorted((a, b) => b.usedShare - a.usedShare || a.expiresAt - b.expiresAt);
}

const alert = icon('alert');

/** How full a package is, as a picture of the numbers beside it; `share` is from 0 to 1. */
const bar = (share: number, isNear: boolean) =>
  html`<svg class="bar${isNear && ' near'}" aria-hidden="true">
    <rect class="track" width="100%" height="100%" />
    <rect class="level" width="${Math.min(100, share * 100)}%" height="100%" />
  </svg>`;

/** `names` has those of applications by their SecretIDs; `now` in Unix seconds. */
export function packagesCard(
  t: Texts,
  packages: readonly StoredPackage[],
  { names, now }: { names: ReadonlyMap<string, string>; now: number },
) {
  const rows = packagesNearEnd(packages, now).map((each) => {
    const { secretId, used, total, usedShare, expiresAt, isNearlyUsed, isExpiring } = each;
    const name = names.get(secretId) ?? '';
    const [first, rest] = t.of(used.toLocaleString('en'), total.toLocaleString('en'));
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
  const heads = [t.application, t.used, t.validTo].map(headOf);
  const content = rows.length === 0 ? html`<p class="soft">${t.noPackages}</p>` : table(heads, rows);
  return card(t.packages, undefined, content);
}
