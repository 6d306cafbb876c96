import { listen, type Listening } from '../e2e/support/listen.ts';

const words = 'The quick brown fox jumps over the lazy dog. ';

/** An ordinary page of the size that pages have: some hundred elements, a style, a script. */
const ordinary = `<!doctype html><html lang="en"><meta charset="utf-8"><title>An ordinary page</title>
<style>body { font: 16px sans-serif } article { margin: 8px; border: 1px solid }</style>
<h1>An ordinary page</h1>
${Array.from({ length: 200 }, (_, at) => `<article><h2>Part ${at}</h2><p>${words.repeat(8)}</p></article>`).join('\n')}
<script>for (const each of document.querySelectorAll('p')) each.title = each.textContent.slice(0, 20);</script>`;

/** A missing page that notes when something that is not its own first has a size: milliseconds since its answer came. */
const missing = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Missing</title><body><h1>Missing</h1>
<script>
  const look = () => {
    const stranger = [...document.documentElement.children].find((each) => each.localName === 'div');
    if (stranger && stranger.getBoundingClientRect().width > 0)
      window.visibleAfter = performance.now() - performance.getEntriesByType('navigation')[0].responseStart;
    else requestAnimationFrame(look);
  };
  look();
</script>`;

/** Pages to measure on: /missing is not there, every other is an ordinary page. */
export const startWeb = (): Promise<Listening> =>
  listen((request, response) => {
    const isMissing = request.url === '/missing';
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isMissing ? missing : ordinary);
  });
