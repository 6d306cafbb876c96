/**
 * `npm run build:pseudo`: copies the last builds into a pseudo-language, to look for texts that are not translated or do
 * not fit. Its texts are longer and from right to left; a text that is not between two ¦ is not from the catalogue.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { speakPseudo } from './browsers/texts.ts';
import { root } from './programs.ts';
import { say } from './say.ts';

for (const build of ['chrome-mv3', 'firefox-mv3']) {
  const pseudo = join(root, '.output', `${build}-pseudo`);
  await rm(pseudo, { recursive: true, force: true });
  await cp(join(root, '.output', build), pseudo, { recursive: true });
  await speakPseudo(pseudo);
  say(pseudo);
}
