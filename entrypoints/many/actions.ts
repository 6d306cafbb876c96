import type { FirstStep, ManyActions } from '../../components/many/actions.ts';
import { copy, copyHtml } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/files.ts';
import { openOptions } from '../../lib/browser/pages.ts';
import { requestTabs, maySeeTabs } from '../../lib/browser/window-tabs.ts';
import { createKeptRun } from '../../lib/batch/stored-run.ts';
import type { Which } from '../../lib/batch/plan.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { hearAttempt, hearShortened } from './heard.ts';
import { readTabs } from './tabs.ts';

const kept = createKeptRun(sessionStorage, location.search);
const nothing = (): void => undefined;

/** What the page begins with; of private tabs nothing was kept. */
export const firstStep = async (which: Which | null): Promise<FirstStep> => {
  if (!which) return { at: 'nowhere' };
  const batch = which.private ? null : kept.read();
  if (batch) return { at: 'resume', batch };
  return (await maySeeTabs()) ? { at: 'plan', tabs: await readTabs(which) } : { at: 'ask' };
};

export const actionsFor = (which: Which | null): ManyActions => {
  const isPrivate = which?.private ?? true;
  return {
    askToSeeTabs: () => requestTabs().catch(() => false),
    readTabs: () => (which ? readTabs(which) : Promise.resolve([])),
    shorten: hearShortened,
    attempt: (id) => hearAttempt(id, isPrivate),
    rememberChoice: (lastValidity) => void changeSettings({ lastValidity }).catch(nothing),
    keep: isPrivate ? nothing : kept.write,
    forget: kept.forget,
    openSettings: () => void openOptions(),
    ...{ copy, copyHtml, save: saveFile },
  };
};
