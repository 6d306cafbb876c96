import type { Reason } from '../../../lib/failures/contract.ts';
import { hintIn } from './popup-host.ts';
import type { MatrixCase } from './types.ts';

/** A link that is refused before anything is sent. */
const refused = (id: string, reason: Reason, link: string): MatrixCase => ({
  id: `input: ${id}`,
  reason,
  posts: 0,
  tokens: 0,
  state: null,
  link,
});

/** A link that is sent exactly as it was typed. */
const exact = (id: string, link: string): MatrixCase => ({
  id: `input: ${id}`,
  posts: 1,
  tokens: 0,
  state: 'created',
  link,
  alsoHolds({ fixture }) {
    const stored = fixture.links().some((each) => each.link === link);
    return stored ? [] : ['the service has another address'];
  },
});

/** An end that cannot be chosen, in the popup's field of local time. */
const refusedEnd = (id: string, reason: Reason, expiresAt: string): MatrixCase => ({
  ...refused(id, reason, ''),
  act: (matrix) => matrix.shorten('https://example.com/end', { expiresAt }),
});

/** The real popup over a page whose address no extension gets: it says so, and has no address to send. */
const overBrowserPage: MatrixCase = {
  ...refused('the popup is over a page of the browser', 'address-hidden', ''),
  hint: 'addressHidden',
  async act(matrix) {
    if (await matrix.popup.isOpen()) await matrix.popup.close();
    const page = await matrix.fixture.browser.newPage();
    await page.goto('about:blank');
    await matrix.popup.openOver(page);
    const shown = await matrix.popup.run(hintIn);
    await matrix.popup.close();
    await page.close();
    return shown;
  },
};

export const inputCases: readonly MatrixCase[] = [
  overBrowserPage,
  refused('the address of a page of the browser', 'browser-page', 'about:config'),
  refused('file:', 'local-file', 'file:///etc/hostname'),
  refused('data:', 'data-page', 'data:text/html,<title>No</title>'),
  refused('javascript:', 'not-web', 'javascript:alert(1)'),
  refused('an address of 100 kB', 'too-long', `https://example.com/?${'x'.repeat(100_000)}`),
  refused('a password in the address', 'password', 'https://me:secret@example.com/'),
  exact('an international name', 'https://bücher.example/süß/你好'),
  exact('a fragment', 'https://example.com/page#part/2?x=1'),
  exact('a long query', `https://example.com/?q=a%20b&&x={y}&long=${'query&'.repeat(1500)}z=[1]`),
  refusedEnd('an expiry in the past', 'expiry-past', '2020-01-01T00:00'),
  refusedEnd('an expiry after the year 2286', 'expiry-too-far', '9000-01-01T00:00'),
  refusedEnd('an expiry whose year has five digits', 'expiry-missing', '57830-01-01T00:00'),
];
