import type * as z from 'zod/mini';
import type { Failure } from '../failures/contract.ts';
import { type Label, successCode } from './contract.ts';
import { labelOf, labelOfStatus, madeDespite, ServiceError } from './errors.ts';
import { type Answer, type Call, type Transport, TransportError } from './transport.ts';

const longestWait = 60;
const defaultWait = 10;

/** Seconds that Retry-After asks for, at most a minute; ten where it is missing or no number of seconds. */
const waitOf = (header: string | null): number => {
  const seconds = header === null || header.trim() === '' ? NaN : Number(header);
  return seconds >= 0 ? Math.min(Math.ceil(seconds), longestWait) : defaultWait;
};

interface Context {
  service: string;
  isAdd: boolean;
  /** What was sent that nobody may read. */
  secrets: string[];
}

/** Words of the service for Details, without anything that a careless or hostile one repeats of what it was sent. */
const quote = (words: string, secrets: string[]): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '…'), words).slice(0, 200);

const secretsIn = (headers: Record<string, string> = {}): string[] =>
  Object.entries(headers)
    .filter(([name, value]) => name !== 'accept' && value !== '')
    .flatMap(([, value]) => [value, ...value.split(' ').slice(1)]);

/** The label of an answer: by its envelope, else by its HTTP status. Add alone leaves 401 and 403 open. */
const labelIn = ({ envelope, status }: Answer, { isAdd }: Context): Label | undefined =>
  labelOf(envelope) ?? labelOfStatus(status) ?? (isAdd ? undefined : deniedBy(status));

/** A gateway before the service that refuses credentials says so by its status alone. */
const deniedBy = (status: number | null): Label | undefined =>
  status === 401 || status === 403 ? 'permission-denied' : undefined;

const failureOf = (answer: Answer, context: Context): ServiceError => {
  const label = labelIn(answer, context);
  const unknown = context.isAdd && (label === undefined || madeDespite(label) === 'unknown');
  return new ServiceError({
    reason: label ?? 'unexpected-answer',
    made: unknown ? 'unknown' : 'no',
    service: context.service,
    label: quote(answer.envelope.msg, context.secrets),
    code: answer.envelope.code,
    ...(answer.requestId === null ? {} : { requestId: quote(answer.requestId, context.secrets) }),
    ...(label === 'too-many-requests' ? { retryAfter: waitOf(answer.retryAfter) } : {}),
  });
};

/** What became of a call without an envelope. The status alone can say that no link was created. */
const transportFailure = (cause: unknown, { service, isAdd }: Context): Failure => {
  if (!(cause instanceof TransportError))
    return { reason: 'unreachable', made: isAdd ? 'unknown' : 'no', service };
  const { status, reason } = cause;
  const label = labelOfStatus(status) ?? (isAdd ? undefined : deniedBy(status));
  if (label && status !== null) return { reason: label, made: 'no', service, code: status };
  return { reason, made: isAdd ? 'unknown' : 'no', service };
};

export interface Operation<Data> extends Call {
  data: z.ZodMiniType<Data>;
  deadline: AbortSignal;
  isAdd: boolean;
  /** What nobody may repeat, beside what stands in the headers. */
  secrets: string[];
}

/** Calls one operation and gives its `data`, or throws a ServiceError that says whether a link may have been created. */
export const operate = async <Data>(transport: Transport, operation: Operation<Data>): Promise<Data> => {
  const { data, deadline, isAdd, secrets, ...call } = operation;
  const context = { service: call.address, isAdd, secrets: [...secrets, ...secretsIn(call.headers)] };
  const answer = await transport(call, deadline).catch((cause: unknown) => {
    throw new ServiceError(transportFailure(cause, context), { cause });
  });
  if (answer.envelope.code !== successCode) throw failureOf(answer, context);
  const parsed = data.safeParse(answer.envelope.data);
  if (parsed.success) return parsed.data;
  throw new ServiceError(
    { ...failureOf(answer, context).failure, reason: 'unexpected-answer', made: isAdd ? 'unknown' : 'no' },
    { cause: parsed.error },
  );
};

/** Is this the service's answer with that label? */
export const hasLabel = (error: unknown, label: Label): error is ServiceError =>
  error instanceof ServiceError && error.failure.reason === label;
