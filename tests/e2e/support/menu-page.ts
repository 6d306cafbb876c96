import { listen } from './http-server.ts';

export interface MenuPages {
  origin: string;
  close(): Promise<void>;
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60"/></svg>';

/** Elements for the context menu; the texts of links are other addresses than their targets. */
const page = `<!doctype html><html lang="en"><title>A menu page</title><h1 id="heading">A menu page</h1>
<p><a id="link" href="/target?b=2&a=1#part">https://elsewhere.example/</a></p>
<p><img id="image" src="/picture.svg" alt=""> <a href="/around"><img id="linked" src="/picture.svg" alt=""></a></p>
<p id="address"> example.com/selected?x=1#y </p><p id="words">Just some words, and no address.</p>
<p><a id="script" href="javascript:void 0">A script</a> <a id="mail" href="mailto:a@example.com">A mail</a></p>`;

/** A PDF with one empty page. */
const pdf =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF';

/** Serves on a port of its own: /page, and /document.pdf, into which no script can be injected. */
export async function startMenuPages(): Promise<MenuPages> {
  const answers: Record<string, [string, string]> = {
    '/picture.svg': ['image/svg+xml', picture],
    '/document.pdf': ['application/pdf', pdf],
  };
  const server = await listen((request, response) => {
    const [type, body] = answers[URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? ''] ?? [
      'text/html; charset=utf-8',
      page,
    ];
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  return { origin: server.origin, close: () => server.close() };
}
