import { pathOf } from '../../lib/api/credentials.ts';
import { amount, language, text, type TextKey } from '../../lib/i18n/texts.ts';
import { operations, type Saved } from '../../lib/diagnostics/facts.ts';
import type { Check, Finding, Row, State } from '../../lib/diagnostics/verdict.ts';
import type { Failure } from '../../lib/failures/contract.ts';
import { sentence } from '../../lib/i18n/failure-sentence.ts';
import { styleNames, timeInWords } from '../connection/words.ts';
import { addFailedInWords, nowhereInWords } from '../link-test/words.ts';

export const names: Record<Check, TextKey> = {
  saved: 'doctorNameSaved',
  permission: 'doctorNamePermission',
  reach: 'doctorNameReach',
  certificate: 'doctorNameCertificate',
  token: 'doctorNameToken',
  time: 'doctorNameTime',
  music: 'doctorNameMusic',
  grey: 'doctorNameGrey',
  divisions: 'doctorNameDivisions',
  add: 'doctorNameAdd',
  follow: 'doctorNameFollow',
  clock: 'doctorNameClock',
  times: 'doctorNameTimes',
  limits: 'doctorNameLimits',
};

export const states: Record<State, TextKey> = {
  good: 'doctorGood',
  notice: 'doctorNotice',
  bad: 'doctorBad',
  unchecked: 'doctorUnchecked',
  waiting: 'doctorWaiting',
};

/** Findings that are the same text wherever they stand. */
const plain = {
  silent: 'doctorSilent',
  late: 'doctorLate',
  'needs-connection': 'doctorNeedsConnection',
  'needs-permission': 'doctorNeedsPermission',
  'needs-reach': 'doctorNeedsReach',
  'needs-time': 'doctorNeedsTime',
  'nothing-saved': 'doctorNothingSaved',
  unreadable: 'doctorUnreadable',
  allowed: 'doctorAllowed',
  reached: 'doctorReached',
  offline: 'doctorOffline',
  'certificate-accepted': 'doctorCertificateAccepted',
  'certificate-not-needed': 'doctorCertificateNotNeeded',
  'certificate-unknown': 'doctorCertificateUnknown',
  added: 'doctorAdded',
  adding: 'doctorAdding',
  'follow-not-tried': 'doctorFollowNotTried',
  following: 'doctorFollowing',
  arrived: 'doctorArrived',
  'clock-same': 'doctorClockSame',
  'clock-unknown': 'doctorClockUnknown',
  'no-limits': 'doctorNoLimits',
} as const satisfies Partial<Record<Finding, TextKey>>;

type Plain = keyof typeof plain;

const isPlain = (finding: Finding): finding is Plain => finding in plain;

const answered: Partial<Record<Check, TextKey>> = {
  time: 'doctorAnsweredTime',
  music: 'doctorAnsweredMusic',
  grey: 'doctorAnsweredGrey',
  divisions: 'doctorAnsweredDivisions',
};

const without: Partial<Record<Check, TextKey>> = {
  token: 'doctorWithoutToken',
  time: 'doctorWithoutTime',
  music: 'doctorWithoutMusic',
  grey: 'doctorWithoutGrey',
  divisions: 'doctorWithoutDivisions',
};

/** Milliseconds as people read them: "12 ms". */
const millisecondsInWords = (value: number): string =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'millisecond' }).format(Math.round(value));

/** Whether a link may have been made counts for Add alone; the rest is about the connection. */
const failed = (failure: Failure): string =>
  sentence(failure, text, failure.made === 'unknown' ? 'popup' : 'settings');

/** The path of the operation that a row is about. */
const pathFor = (check: Check, at: Saved | undefined): string =>
  at && isOperation(check) ? pathOf(at, check) : '';

const isOperation = (check: Check): check is (typeof operations)[number] =>
  operations.some((each) => each === check);

/** What every sentence needs beside its row. */
export interface Around {
  at: Saved | undefined;
  target: string;
}

type Valued = (row: Row, around: Around) => string;

const time: Valued = ({ value = 0 }) => millisecondsInWords(value);
const difference: Valued = ({ value = 0 }) => timeInWords(value / 1000);

/** Findings with something of their own in them. */
const valued: Record<Exclude<Finding, Plain>, Valued> = {
  waiting: () => '',
  failure: ({ check, failure }) => {
    if (!failure) return '';
    return check === 'add' ? addFailedInWords(failure) : failed(failure);
  },
  'signed-in': ({ style = 'headers' }) => text('doctorSignedIn', text(styleNames[style])),
  connected: (_, { at }) => text('doctorConnected', at?.address ?? ''),
  'not-running': (_, { at }) => text('doctorNotRunning', at?.address ?? ''),
  answered: ({ check }) => text(answered[check] ?? 'doctorReached'),
  'token-path': ({ check }, { at }) => text('doctorTokenPath', pathFor(check, at)),
  'no-such-answer': ({ check }, { at }) =>
    text(check === 'music' ? 'doctorNoMusic' : 'doctorNoSuchAnswer', pathFor(check, at)),
  'not-tried': (_, { target }) => text('doctorNotTried', target),
  nowhere: ({ shortLink = '', isWhole = false }) => nowhereInWords({ shortLink, isWhole }),
  asking: ({ shortLink = '' }, { target }) => text('doctorAsk', shortLink, target),
  'clock-ahead': (row, around) => text('doctorClockAhead', difference(row, around)),
  'clock-behind': (row, around) => text('doctorClockBehind', difference(row, around)),
  quick: (row, around) => text('doctorQuick', time(row, around)),
  slow: (row, around) => text('doctorSlow', time(row, around)),
};

/** What was found and what to do, and after a failure what goes on without it: a sentence each. */
export const findingInWords = (row: Row, around: Around): string[] => {
  const { finding } = row;
  const said = isPlain(finding) ? text(plain[finding]) : valued[finding](row, around);
  const effect = row.state === 'bad' || row.state === 'notice' ? without[row.check] : undefined;
  return [said, ...(effect ? [text(effect)] : [])].filter((each) => each !== '');
};

/** The service's own words and the time it took, by their names. */
export const detailsOf = ({ failure, milliseconds }: Row): [string, string][] => {
  const rows: [TextKey, string | undefined][] = [
    ['detailCode', failure?.code?.toString()],
    ['detailLabel', failure?.label],
    ['detailRequest', failure?.requestId],
    ['doctorTime', milliseconds === undefined ? undefined : millisecondsInWords(milliseconds)],
  ];
  return rows.flatMap(([name, value]) => (value ? [[text(name), value]] : []));
};

/** Findings of the test of a real link, which the person asked for last. */
const ofLinkTest: readonly Finding[] = ['adding', 'following', 'arrived', 'nowhere', 'asking'];

/** The overall result in one line; after a real link was tested, the result of that. */
export const summaryOf = (rows: readonly Row[], around: Around): string => {
  const count = (wanted: State): number => rows.filter(({ state }) => state === wanted).length;
  const tested = rows.findLast(({ check, finding }) => {
    if (check === 'add') return finding === 'adding' || finding === 'failure';
    return check === 'follow' && ofLinkTest.includes(finding);
  });
  if (tested) return findingInWords(tested, around).join(' ');
  if (count('waiting') > 0) return text('doctorChecking');
  const [problems, notes] = [count('bad'), count('notice')];
  return problems + notes === 0
    ? text('doctorAllGood')
    : text('doctorCounts', amount(problems), amount(notes));
};
