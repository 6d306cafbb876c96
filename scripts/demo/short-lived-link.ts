import type { Credentials } from '../../server/credentials.ts';
import type { Service } from '../../server/service.ts';

/** Seconds that it lives. */
const life = 2;

/** A short link that has ended in a moment, made by a bare call of the service. */
export async function shortLivedLink(service: Service, credentials: Credentials): Promise<string> {
  const basic = Buffer.from(`${credentials.secretId}:${credentials.secretKey}`).toString('base64');
  const { token } = await call<{ token: string }>(`${service.address}/openAPI/token`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { linkID } = await call<{ linkID: string }>(`${service.address}/shortLink/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ link: `${service.origin}/`, validity: Math.ceil(Date.now() / 1000) + life }),
  });
  return `${service.origin}/${linkID}`;
}

async function call<Data>(address: string, request: RequestInit): Promise<Data> {
  const answer = (await (await fetch(address, request)).json()) as { code: number; msg: string; data: Data };
  if (answer.code !== 200) throw new Error(`The service answered ${answer.code} (${answer.msg}).`);
  return answer.data;
}
