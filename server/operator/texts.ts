import { noExpiry } from '../../lib/validity/contract.ts';
import type { Language } from '../pages/pages.ts';
import type { AuditAction } from '../store/operator-contract.ts';

/** The parts of a time (Unix seconds) as the page writes them, in UTC. */
function partsOf(time: number) {
  const date = new Date(time * 1000);
  const [, day = '', month = '', year = ''] = date.toUTCString().split(' ');
  const clock = date.toISOString().slice(11, 16);
  return { day: String(Number(day)), month, year, monthNumber: date.getUTCMonth() + 1, clock };
}

const english = {
  title: 'Operator’s page',
  signedInUntil: (time: string) => `Operator’s page, signed in until ${time}`,
  signedInAs: (who: string) => `Operator’s page, signed in as ${who}`,
  signOut: 'Sign out',
  search: 'Ending or target host',
  searchName: 'Search links',
  clear: 'Clear the search',
  number: (n: number) => n.toLocaleString('en'),
  moreThan: (n: string) => `over ${n}`,
  day: (time: number) => {
    const { day, month } = partsOf(time);
    return `${day} ${month}`;
  },
  date: (time: number) => {
    const { day, month, year } = partsOf(time);
    return time === noExpiry ? 'Never' : `${day} ${month} ${year}`;
  },
  moment: (time: number) => {
    const { day, month, year, clock } = partsOf(time);
    return `${day} ${month} ${year}, ${clock} UTC`;
  },
  clock: (time: number) => `${partsOf(time).clock} UTC`,
  numbers: 'Numbers',
  active: 'active links',
  expiring: 'expire within 7 days',
  createdToday: 'created today',
  redirects: 'redirects yesterday',
  refusedToday: 'refusals today',
  linksADay: 'Links a day',
  thirtyDays: '30 days, UTC',
  refusals: 'Refusals today',
  noRefusals: 'None so far.',
  packages: 'Packages near their end',
  allPackages: 'Packages',
  all: (n: number) => `All ${n}`,
  noPackages: 'None. A package stands here when 90% of it is used, or when it expires within 7 days.',
  application: 'Application',
  used: 'Used',
  of: (used: string, total: string) => [used, `of ${total}`],
  validTo: 'Valid to',
  instances: 'Instances',
  notReady: (n: number, all: number) => `${n} of ${all} not ready`,
  name: 'Name',
  state: 'State',
  version: 'Version',
  ready: 'Ready',
  /** What the readiness of an instance says, in English. */
  problem: (sentence: string) => sentence,
  silent: (minutes: number) => `No report for ${minutes} min`,
  found: (n: string, query: string) => `${n === '1' ? '1 link' : `${n} links`} for ${query}`,
  first: (n: string, query: string) => `The first ${n} links for ${query}`,
  noneFound: (query: string) => `No link for ${query}`,
  noPaths: 'Paths are not shown here.',
  identifier: 'Ending',
  leadsTo: 'Leads to',
  created: 'Created',
  expires: 'Expires',
  opens: 'Opens',
  expired: 'Expired',
  removed: 'Removed',
  revoked: 'Revoked',
  action: 'Action',
  revoke: 'Revoke…',
  reason: 'Reason, for the audit log',
  cancel: 'Cancel',
  revokeLink: 'Revoke link',
  whatRevokeDoes: 'Its address is erased, and people who follow it read that the operator removed it.',
  isRevoked: (id: string) => `Short link ${id} is revoked, which holds everywhere within 2 seconds.`,
  notRevoked: (id: string) =>
    `Short link ${id} was not revoked: it does not exist, or it was revoked before.`,
  auditLog: 'Audit log',
  everything: 'Everything',
  older: 'Older',
  overview: 'Overview',
  noLines: 'Nothing yet.',
  audit: {
    'application-added': 'Application added',
    'application-revoked': 'Application revoked',
    'key-created': 'Key created',
    'key-revoked': 'Key revoked',
    'person-removed': 'Person removed',
    'package-added': 'Package added',
    'links-imported': 'Links imported',
    'import-undone': 'Import undone',
    'backup-verified': 'Backup verified',
    'link-revoked': 'Link revoked',
    'links-revoked': 'Links revoked',
    'link-changed': 'Address changed',
    'operator-link-created': 'Page link created',
    'page-opened': 'Page opened',
  } satisfies Record<AuditAction, string> as Record<AuditAction, string>,
  quoted: (text: string) => `“${text}”`,
  links: (n: string) => (n === '1' ? '1 link' : `${n} links`),
  via: {
    admin: 'by an admin command',
    page: 'on the operator’s page',
    api: 'by its application',
    person: 'by its owner, at /connect',
    provider: 'by the sign-in provider',
  },
  by: (who: string) => `by ${who}`,
  byLink: 'with a link from admin operator-link',
  signIn: 'Create a link that works once, and open it in this browser.',
  openTitle: 'Open the operator’s page',
  openText: 'The link works once. This browser then stays signed in for an hour.',
  open: 'Open',
  usedTitle: 'This link was already used',
  usedText: (time: string) =>
    `It was opened on ${time}. If that was not you, check the audit log. For a new one:`,
  invalidTitle: 'This link does not work any more',
  invalidText: 'A link to the operator’s page works for 10 minutes. For a new one:',
  refusedTitle: 'The form was not accepted',
  refusedText: 'It has to be sent from the operator’s page itself, with a reason.',
  missingTitle: 'There is no such page',
  unavailableTitle: 'The database is not available',
  unavailableText: 'Reload this page in a moment. /readyz says more.',
};

export type Texts = typeof english;

/** What `createReadiness` and the health checks of the stores say, with the translation. */
const problems: readonly (readonly [RegExp, string])[] = [
  [/^It is being stopped\.$/, '正在停止。'],
  [/^The clock of .* by (\d+) s\.$/, '此实例的时钟与数据库相差$1秒。'],
  [
    /^The database has schema (\w+) .* needs (\d+):.*$/,
    '数据库架构为$1，此版本需要$2：请运行npm run admin -- migrate。',
  ],
  [/^The database was set up by a newer .*$/, '数据库由更新的Waylark版本设置：请更新此实例。'],
  [/^The database is a read-only .*$/, '数据库是只读副本：请填写主数据库的地址。'],
  [/^The store reports an error\.$/, '存储出错，原因记录在日志中。'],
];

const chinese: Texts = {
  title: '运营者页面',
  signedInUntil: (time) => `运营者页面，登录有效至${time}`,
  signedInAs: (who) => `运营者页面，已登录为${who}`,
  signOut: '退出',
  search: '短链接后缀或目标主机',
  searchName: '搜索短链接',
  clear: '清除搜索',
  number: (n) => n.toLocaleString('zh-CN'),
  moreThan: (n) => `超过${n}`,
  day: (time) => {
    const { day, monthNumber } = partsOf(time);
    return `${monthNumber}月${day}日`;
  },
  date: (time) => {
    const { day, monthNumber, year } = partsOf(time);
    return time === noExpiry ? '永久有效' : `${year}年${monthNumber}月${day}日`;
  },
  moment: (time) => {
    const { day, monthNumber, year, clock } = partsOf(time);
    return `${year}年${monthNumber}月${day}日 ${clock}（UTC）`;
  },
  clock: (time) => `${partsOf(time).clock}（UTC）`,
  numbers: '数字',
  active: '有效短链接',
  expiring: '7天内到期',
  createdToday: '今日创建',
  redirects: '昨日跳转',
  refusedToday: '今日拒绝',
  linksADay: '每日创建的短链接',
  thirtyDays: '30天，UTC',
  refusals: '今日拒绝',
  noRefusals: '目前没有。',
  packages: '即将用完或到期的套餐',
  allPackages: '套餐',
  all: (n) => `全部${n}个`,
  noPackages: '没有。用量达到90%或7天内到期的套餐会显示在这里。',
  application: '应用',
  used: '已用',
  of: (used, total) => [used, `/ ${total}`],
  validTo: '有效期至',
  instances: '实例',
  notReady: (n, all) => `${all}个中有${n}个未就绪`,
  name: '名称',
  state: '状态',
  version: '版本',
  ready: '就绪',
  problem: (sentence) =>
    problems.reduce((text, [pattern, translated]) => text.replace(pattern, translated), sentence),
  silent: (minutes) => `${minutes}分钟没有报告`,
  found: (n, query) => `“${query}”：${n}个短链接`,
  first: (n, query) => `“${query}”：前${n}个短链接`,
  noneFound: (query) => `“${query}”：没有短链接`,
  noPaths: '此处不显示路径。',
  identifier: '短链接后缀',
  leadsTo: '指向',
  created: '创建于',
  expires: '到期时间',
  opens: '打开次数',
  expired: '已到期',
  removed: '已移除',
  revoked: '已吊销',
  action: '操作',
  revoke: '吊销…',
  reason: '原因，记入审计日志',
  cancel: '取消',
  revokeLink: '吊销短链接',
  whatRevokeDoes: '其地址会被清除，打开它的人会看到已被运营者移除。',
  isRevoked: (id) => `短链接${id}已吊销，2秒内在所有实例生效。`,
  notRevoked: (id) => `短链接${id}未被吊销：它不存在，或先前已被吊销。`,
  auditLog: '审计日志',
  everything: '全部',
  older: '更早',
  overview: '概览',
  noLines: '还没有记录。',
  audit: {
    'application-added': '添加应用',
    'application-revoked': '吊销应用',
    'key-created': '创建密钥',
    'key-revoked': '吊销密钥',
    'person-removed': '移除人员',
    'package-added': '添加套餐',
    'links-imported': '导入短链接',
    'import-undone': '撤销导入',
    'backup-verified': '验证备份',
    'link-revoked': '吊销短链接',
    'links-revoked': '批量吊销短链接',
    'link-changed': '更改地址',
    'operator-link-created': '创建页面链接',
    'page-opened': '打开页面',
  },
  quoted: (text) => `“${text}”`,
  links: (n) => `${n}个短链接`,
  via: {
    admin: '由admin命令',
    page: '在运营者页面',
    api: '由其应用',
    person: '由其所有者在/connect',
    provider: '由登录提供方',
  },
  by: (who) => `由${who}`,
  byLink: '使用admin operator-link的链接',
  signIn: '创建一个仅可使用一次的链接，并在此浏览器中打开。',
  openTitle: '打开运营者页面',
  openText: '此链接仅可使用一次。此浏览器随后保持登录一小时。',
  open: '打开',
  usedTitle: '此链接已被使用',
  usedText: (time) => `打开时间：${time}。如果不是你本人，请检查审计日志。创建新链接：`,
  invalidTitle: '此链接已失效',
  invalidText: '运营者页面的链接在10分钟内有效。创建新链接：',
  refusedTitle: '表单未被接受',
  refusedText: '必须从运营者页面本身发送，并填写原因。',
  missingTitle: '没有此页面',
  unavailableTitle: '数据库不可用',
  unavailableText: '请稍后重新加载此页面。/readyz有更多信息。',
};

export const texts: Readonly<Record<Language, Texts>> = { en: english, 'zh-CN': chinese };
