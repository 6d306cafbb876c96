import { listen, type Listening } from '../support/service/http-server.ts';

const words = 'The quick brown fox jumps over the lazy dog. ';

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

/** An ordinary page as pages are: hundreds of elements, and dozens of files that it waits for. */
const ordinary = `<!doctype html><html lang="en"><meta charset="utf-8"><title>An ordinary page</title>
${many(5, (at) => `<link rel="stylesheet" href="/${at}.css">`)}
<h1>An ordinary page</h1>
${many(400, (at) => `<article class="c${at}"><h2>Part ${at}</h2><p>${words.repeat(8)}</p></article>`)}
${many(20, (at) => `<script src="/${at}.js"></script><img src="/${at}.svg" width="20" height="20" alt="">`)}`;

const style = many(100, (at) => `.c${at} p { color: rgb(${at} 0 0); margin: ${at % 9}px }`);
const image = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" cx="4" cy="4"/></svg>';
/** Some work, and as long as scripts are. */
const script = `for (const each of document.querySelectorAll('p')) each.title = each.textContent.slice(0, 20);
Array.from({ length: 3000 }, (_, at) => ({ at, text: 'x' + at })).sort((a, b) => b.at - a.at);
/* ${words.repeat(300)} */`;

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

const files: Record<string, [type: string, body: string]> = {
  css: ['text/css', style],
  js: ['text/javascript', script],
  svg: ['image/svg+xml', image],
};

/** Pages to measure on: /missing is not there, every other is an ordinary page or one of its files. */
export const startWeb = (): Promise<Listening> =>
  listen(({ url = '' }, response) => {
    const isMissing = url === '/missing';
    const page = isMissing ? missing : ordinary;
    const [type, body] = files[url.split('.').at(-1) ?? ''] ?? ['text/html; charset=utf-8', page];
    response.writeHead(isMissing ? 404 : 200, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  });
