import { type ComponentChildren, h } from 'preact';
import { printable } from '../start-error.ts';
import type { AuditLine } from '../store/operator-contract.ts';
import { Card } from './page.ts';
import type { Texts } from './texts.ts';

/** Lines on a page of the whole log. */
export const auditPageSize = 100;

/** What a line is about, and in soft letters why, and by whom. */
function about(
  t: Texts,
  { via, who, action, linkId, secretId, linkCount, host, reason }: AuditLine,
  names: ReadonlyMap<string, string>,
) {
  const what = [linkId, names.get(secretId) || secretId].filter((each) => each !== '').join(', ');
  const by = action === 'page-opened' ? t.byLink : who === '' ? t.via[via] : t.by(who);
  const count = linkCount === null ? '' : t.links(t.number(linkCount));
  const rest = [count, host, reason === '' ? '' : t.quoted(reason), by]
    .filter((each) => each !== '')
    .join(' · ');
  return [
    `${printable(what)} `,
    h('span', { class: 'soft' }, `${what === '' ? '' : '· '}${printable(rest)}`),
  ];
}

interface AuditCardProps {
  t: Texts;
  lines: readonly AuditLine[];
  /** The names of applications by their SecretIDs. */
  names: ReadonlyMap<string, string>;
  /** A link to more of it. */
  end: ComponentChildren;
}

export function AuditCard({ t, lines, names, end }: AuditCardProps) {
  const items = lines.map((line) =>
    h('li', null, [
      h('span', { class: 'meta num' }, t.moment(line.at)),
      h('span', null, t.audit[line.action]),
      h('span', { class: 'breakable' }, about(t, line, names)),
    ]),
  );
  const list = lines.length === 0 ? h('p', { class: 'soft' }, t.noLines) : h('ol', { class: 'log' }, items);
  return h(Card, { title: t.auditLog, end }, list);
}
