/**
 * `npm run build:pseudo`: the last builds once more in a language that nobody speaks, to look at: longer texts, from right
 * to left, and whatever is not between the marks ⟦ and ⟧ does not come from the catalogue.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { speakPseudo } from './browsers/pseudo.ts';
import { root } from './programs.ts';
import { say } from './say.ts';

for (const build of ['chrome-mv3', 'firefox-mv3']) {
  const pseudo = join(root, '.output', `${build}-pseudo`);
  await rm(pseudo, { recursive: true, force: true });
  await cp(join(root, '.output', build), pseudo, { recursive: true });
  await speakPseudo(pseudo);
  say(pseudo);
}
