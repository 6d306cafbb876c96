import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { launchChromium } from '../support/browsers/chromium.ts';
import { answerOf } from '../support/browsers/connect.ts';
import { fillIn, press, valueOf } from '../support/browsers/controls.ts';
import { extensionOf, openExtensionPage } from '../support/browsers/extension.ts';
import { grantedCopy } from '../support/browsers/granted-copy.ts';
import { createCleanupStack } from '../support/browsers/cleanup-stack.ts';
import { root } from '../../scripts/programs.ts';
import { startService } from '../../server/service.ts';
import { openedOptions } from '../support/browsers/fixture.ts';
import { serviceHost, startServiceProxy } from '../support/service/hosted-service.ts';
import { lacks } from '../support/browsers/needs.ts';

// The form, its advanced fields and what is sent: components/connection, lib/connection, tests/service/credentials.test.ts.
it.skipIf(lacks('chromium'))(
  'A Chromium connects to a service on https, which creates a link there',
  async ({ onTestFinished }) => {
    const cleanup = createCleanupStack();
    onTestFinished(() => cleanup.run());
    const data = await mkdtemp(join(tmpdir(), 'waylark-https-'));
    await cleanup.add(() => rm(data, { recursive: true, force: true }));
    const service = await startService({ data, publicOrigin: `https://${serviceHost}` });
    await cleanup.add(() => service.close());
    const local = `http://127.0.0.1:${service.port}`;
    const credentials = await service.createApplication();
    const proxy = await startServiceProxy({ service: local, folder: data, codeOf: () => undefined });
    await cleanup.add(() => proxy.close());
    const copy = await grantedCopy(join(root, '.output/chrome-mv3'), { origin: local, allSites: true });
    await cleanup.add(copy.remove);
    const { hosts, trustedKey } = proxy;
    const how = { headless: true, forTests: true, hosts, trustedKey };
    const browser = await launchChromium({ extensions: [copy.folder], ...how });
    await cleanup.add(() => browser.close());
    const origin = `chrome-extension://${(await extensionOf(browser)).id}`;

    const options = await openedOptions({ browser });
    const code = connectionCode({ address: `${proxy.origin}/v3`, ...credentials });
    await fillIn(options, 'Connection code or service address', code);
    await press(options, 'Connect');
    expect(await answerOf(options)).toMatch(/^Connected/);
    const popup = await openExtensionPage(browser, origin, 'popup.html');
    await fillIn(popup, 'Link', 'https://example.com/');
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toMatch(/^https:\/\/api\.yourteam\.example\/\w+$/);
  },
);
