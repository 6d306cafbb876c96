import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Language } from '../languages.mjs';
import { guidePage, missingTourPage, paths, tourPage } from './tour-page.ts';

/** A name that the browser of the demo resolves to this computer (RFC 2606), so that its page is one like any other. */
const tourOrigin = 'http://skylark.example';

/** What decides that a step is done. */
export interface TourEvents {
  /** The addresses behind all links of the service. */
  shortened(): Promise<string[]>;
  /** Whether music plays, in whatever tab. */
  isPlaying(): Promise<boolean>;
}

export interface Tour {
  /** The address of the page with the steps, which is another in each run. */
  address: string;
  /** The address of the second step's link. */
  link: string;
  /** Rules for the browser's resolver. */
  hosts: string;
  /** Sets the language of the pages, and the name of the context menu's item; English before. */
  speak(language: Language, menuItem: string): void;
  /** Which steps are done. */
  progress(): Promise<boolean[]>;
  close(): void;
}

/** Serves the pages of the tour. */
export async function startTour(events: TourEvents, run = Date.now().toString(36)): Promise<Tour> {
  const done = [false, false, false];
  const words: { language: Language; menuItem: string } = { language: 'en', menuItem: 'Shorten this link' };
  // Of this run: the service's links stay from one run to the next.
  const address = `${tourOrigin}${paths.page}?edition=${run}`;
  const link = `${tourOrigin}${paths.link}?edition=${run}`;

  const progress = async (): Promise<boolean[]> => {
    if (!done[0] || !done[1]) {
      const shortened = await events.shortened();
      done[0] ||= shortened.includes(address);
      done[1] ||= shortened.includes(link);
    }
    done[2] ||= await events.isPlaying();
    return done;
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', tourOrigin);
    void answer(response, pathname, { ...words, run, progress });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address,
    link,
    hosts: `MAP ${new URL(tourOrigin).host}:80 127.0.0.1:${String(port)}`,
    speak: (language, menuItem) => void Object.assign(words, { language, menuItem }),
    progress,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Answering {
  language: Language;
  menuItem: string;
  run: string;
  progress(): Promise<boolean[]>;
}

async function answer(
  response: ServerResponse,
  pathname: string,
  { language, menuItem, run, progress }: Answering,
): Promise<void> {
  if (pathname === paths.progress) {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(await progress().catch(() => [])));
    return;
  }
  const isMissing = pathname !== paths.page && pathname !== paths.link;
  response.writeHead(isMissing ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  if (isMissing) response.end(missingTourPage(language));
  else response.end(pathname === paths.link ? guidePage(language) : tourPage(language, { menuItem, run }));
}
