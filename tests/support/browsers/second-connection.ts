import type { Page } from 'puppeteer-core';
import { connectAtOnce, sendFrom } from './connect.ts';
import type { Fixture } from './fixture.ts';

/** A connection to another application of the service. */
interface SecondConnection {
  id: string | undefined;
  /** The addresses for which this application has links. */
  links(): string[];
  /** Removes the connection. */
  remove(): Promise<void>;
}

/** Connects another application of the service, as a second connection with this name. */
export async function addConnection(
  { service, proxy, links }: Fixture,
  options: Page,
  name: string,
): Promise<SecondConnection> {
  const { secretId, secretKey } = await service.createApplication({ perSecond: 1000, perMinute: 10_000 });
  const account = { address: proxy.address, template: `${service.origin}/{linkID}`, secretId, secretKey };
  const second = { ...account, name, hue: 3 };
  await connectAtOnce(options, second, { isAnother: true });
  const [, added] = (await sendFrom(options, 'connections')) as { id: string }[];
  return {
    id: added?.id,
    links: () => links().flatMap((each) => (each.secretId === secretId ? each.link : [])),
    async remove() {
      await sendFrom(options, 'removeConnection', { id: added?.id });
    },
  };
}
