import type { Language } from '../browsers/catalogue.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const style = `body { font: 18px/1.6 Georgia, 'Noto Serif CJK SC', serif; max-width: 34em; margin: 40px auto; padding: 0 24px;
  color-scheme: light dark; color: light-dark(#222, #ddd); background: light-dark(#fff, #1b1b1f) }
  a { color: light-dark(#1a4fa0, #9cc1ff) }`;

const english = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Skylarks: how to hear one first</title>
<style>${style}</style>
<h1>Skylarks</h1><p>Go out before sunrise, stand still, and look up: the song is there long before the bird. More in
<a href="/guide">the guide to the dawn chorus</a>.</p>
<p>It rises in circles, singing without a pause for minutes, and drops like a stone at the end.</p>
<p>Fields that are mown late have the most of them: <a href="/nests">where they nest</a>, and
<a href="/songs">what they borrow from other birds</a>.</p>`;

const chinese = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>云雀：怎样先听见它的歌</title>
<style>${style}</style>
<h1>云雀</h1><p>日出之前出门，站定，抬头：歌声总是比鸟先到。详见<a href="/guide">黎明合唱指南</a>。</p>
<p>它盘旋而上，一连唱上几分钟不停，最后像石头一样直落下来。</p>
<p>晚割的草地里云雀最多：<a href="/nests">它们在哪里筑巢</a>，以及<a href="/songs">它们向别的鸟借了什么曲调</a>。</p>`;

/** Serves a page about birds at every path, in one language, as an example of a page to shorten. */
export async function serveSamplePages(language: Language): Promise<{ port: number; close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(language === 'en' ? english : chinese);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
