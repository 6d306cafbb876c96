import {
  type addRequest,
  type CredentialStyle,
  type DataOf,
  type GrayscaleData,
  linkIdOrAddressIn,
  type Operation,
  operations,
  successCode,
} from './contract.ts';
import { type ApiAccount, credentialHeaders, pathOf, repeatsSecret } from './credentials.ts';
import { labelOf, ServiceError } from './errors.ts';
import { type AddOptions, type Feature, knownFeatures, definedOptions } from './links/contract.ts';
import { type Answer, type Call, type Transport, TransportError } from './transport.ts';
import type * as z from 'zod/mini';
import { type Label, labelNames, rowOf } from '../failures/contract.ts';
import { defaultRetrySeconds } from '../failures/retry-after.ts';
import type { Failure } from '../failures/schema.ts';

/** A service may ask for a longer wait. */
const longestWaitSeconds = 60;

/** The seconds of Retry-After, from one to sixty; ten if it is missing or is not a number of seconds. */
const retryAfterSeconds = (header: string | null): number => {
  const seconds = header === null || header.trim() === '' ? NaN : Number(header);
  return seconds >= 0 ? Math.max(1, Math.min(Math.ceil(seconds), longestWaitSeconds)) : defaultRetrySeconds;
};

/** The pause that goes with a label. */
const pauseAfter = (label: Label | undefined, header: string | null): Pick<Failure, 'retryAfter'> =>
  label === 'too-many-requests' ? { retryAfter: retryAfterSeconds(header) } : {};

interface CallContext {
  account: ApiAccount;
  token: string | undefined;
  /** Whether the service creates or changes something. */
  hasEffect: boolean;
}

/**
 * The label that has the same meaning as an HTTP status. A gateway in front of the service reports refused credentials by 401 or
 * 403 alone; after a call with an effect, these leave open what happened.
 */
const labelByStatus = (status: number | null, { hasEffect }: CallContext): Label | undefined => {
  if (!hasEffect && (status === 401 || status === 403)) return 'permission-denied';
  return labelNames.find((name) => rowOf(name).status === status);
};

/** The code of an answer, and the number by which the service finds the request in its log; any other text of it is not shown. */
const numbersIn = (
  { envelope: { code }, requestId }: Answer,
  context: CallContext,
): Pick<Failure, 'code' | 'requestId'> => {
  const isIdShown = requestId && /^[\w-]{1,64}$/.test(requestId) && !repeatsSecret(requestId, context);
  return { ...(!repeatsSecret(String(code), context) && { code }), ...(isIdShown && { requestId }) };
};

/** The message of the service is only compared with the known ones: it is neither stored nor shown. */
const failureOf = (answer: Answer, context: CallContext): ServiceError => {
  const label = labelOf(answer.envelope) ?? labelByStatus(answer.status, context);
  const isUncertain = context.hasEffect && (label === undefined || rowOf(label).mayHaveEffect);
  return new ServiceError({
    reason: label ?? 'unexpected-answer',
    hadEffect: isUncertain ? 'maybe' : 'no',
    service: context.account.address,
    ...numbersIn(answer, context),
    ...pauseAfter(label, answer.retryAfter),
  });
};

/**
 * The failure of a call that got no envelope. The HTTP status alone can prove that no link was created. Throws any other
 * error again.
 */
const transportFailure = (cause: unknown, context: CallContext): Failure => {
  const service = context.account.address;
  if (!(cause instanceof TransportError)) throw cause;
  const { status, retryAfter, reason, mayHaveBeenSent } = cause;
  const hadEffect = context.hasEffect && mayHaveBeenSent ? 'maybe' : 'no';
  const label = labelByStatus(status, context);
  if (label && status !== null)
    return { reason: label, hadEffect: 'no', service, code: status, ...pauseAfter(label, retryAfter) };
  return { reason, hadEffect, service };
};

export interface AccountCall {
  account: ApiAccount;
  deadline: AbortSignal;
}

interface Exchange<Schema extends z.ZodMiniType> extends AccountCall, Omit<Call, 'address'> {
  /** Of the answer's `data`. */
  schema: Schema;
  hasEffect?: boolean;
  /** Sent in the headers. */
  token?: string;
}

const tokenHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  // Present and empty, as in the documented sample: the key is sent to the token operation only.
  SecretID: '',
  SecretKey: '',
});

/**
 * Calls the service and resolves with the `data` of its answer. Throws a ServiceError that says whether the call may have
 * had its effect: whether a link may have been created or changed.
 */
export const exchange = async <Schema extends z.ZodMiniType>(
  transport: Transport,
  { account, schema, hasEffect = false, token, deadline, ...request }: Exchange<Schema>,
): Promise<z.output<Schema>> => {
  const context = { account, token, hasEffect };

  const call = {
    address: account.address,
    ...request,
    ...(token !== undefined && { headers: tokenHeaders(token) }),
  };
  const answer = await transport(call, deadline).catch((cause: unknown) => {
    throw new ServiceError(transportFailure(cause, context), { cause });
  });
  if (answer.envelope.code !== successCode) throw failureOf(answer, context);

  const parsed = schema.safeParse(answer.envelope.data);
  if (parsed.success) return parsed.data;
  throw new ServiceError(
    {
      ...failureOf(answer, context).failure,
      reason: 'unexpected-answer',
      hadEffect: hasEffect ? 'maybe' : 'no',
    },
    { cause: parsed.error },
  );
};

type OperationCall = AccountCall & Pick<Exchange<z.ZodMiniType>, 'json' | 'headers' | 'token'>;

/** Calls one of the documented operations. */
const operate = async <Name extends Operation>(
  transport: Transport,
  name: Name,
  call: OperationCall,
): Promise<DataOf<Name>> => {
  const isAdd = name === 'add';
  const schema: z.ZodMiniType = operations[name].data;
  const data = await exchange(transport, {
    ...call,
    schema,
    path: pathOf(call.account, name),
    hasEffect: isAdd,
    // A link that a slow service creates would be lost by giving up early.
    untilDeadline: isAdd,
  });
  // The schema of this very operation has parsed it; TypeScript does not follow a union of generics that far.
  return data as DataOf<Name>;
};

export const hasLabel = (error: unknown, label: Label): error is ServiceError =>
  error instanceof ServiceError && error.failure.reason === label;

interface AddCall extends AccountCall, AddOptions {
  link: string;
  /** Unix time in seconds at which the short link expires. */
  expiresAt: number;
  token: string;
}

/** `linkId` may be the short link's whole address; `expiresAt` is the Unix time in seconds that was sent to the service. */
export interface Added {
  linkId: string;
  expiresAt: number;
}

/** A token, and what the service can do beyond the documented operations. */
export interface Grant {
  token: string;
  features: Feature[];
}

/** Get token: a new one for these credentials, sent in this style. */
export const getToken = async (
  transport: Transport,
  { account, deadline, style }: AccountCall & { style: CredentialStyle },
): Promise<Grant> => {
  const headers = credentialHeaders(account, style);
  const { token, features } = await operate(transport, 'token', { account, headers, deadline });
  return { token, features: knownFeatures(features) };
};

/** Current time of the service, in Unix seconds with a fraction. */
export const getTime = async (transport: Transport, call: AccountCall): Promise<number> =>
  (await operate(transport, 'time', call)).timestamp;

/** Grayscale filter: the days on which pages are shown in grayscale. */
export const getGrayscale = (transport: Transport, call: AccountCall): Promise<GrayscaleData> =>
  operate(transport, 'grayscale', call);

/** 404 music: the entries of the list, not yet parsed. */
export const getMusic = async (transport: Transport, call: AccountCall): Promise<unknown[]> =>
  (await operate(transport, 'music', call)).list ?? [];

/** Add, exactly once. */
export const postAdd = async (
  transport: Transport,
  { account, link, expiresAt, token, deadline, ...options }: AddCall,
): Promise<Added> => {
  const request: z.infer<typeof addRequest> & AddOptions = {
    link,
    validity: expiresAt,
    ...definedOptions(options),
  };
  const data = await operate(transport, 'add', { account, json: request, token, deadline });

  const linkId = linkIdOrAddressIn(data);
  if (repeatsSecret(linkId, { account, token }))
    throw new ServiceError({ reason: 'unexpected-answer', hadEffect: 'maybe', service: account.address });
  return { linkId, expiresAt };
};
