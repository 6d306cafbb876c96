import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Plan, SkipReason } from '../../lib/batch/plan.ts';
import { plural, snakeCase, text } from '../../lib/i18n/texts.ts';
import { nameOfLink } from '../../lib/jobs/job-texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Initial } from '../ui/Initial.tsx';

type Skipped = Plan['skipped'];

/** The reasons for which a web page is left out. */
const ofWebPages: readonly SkipReason[] = [
  'password',
  'too-long',
  'loading',
  'duplicate',
  'private-tab',
  'ordinary-tab',
];

const leftOutText = (tabs: Skipped): string => {
  const hasWebPage = tabs.some(({ reason }) => ofWebPages.includes(reason));
  return plural(hasWebPage ? 'batchLeftOut' : 'batchLeftOutNotWeb', tabs.length);
};

/** The tabs that are left out, each with the reason. */
export const SkippedList = ({ tabs }: { tabs: Skipped }) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.scrollIntoView({ block: 'nearest' }), []);
  if (tabs.length === 0) return null;
  return (
    <ul ref={list} id="left-out" class="tabs rows card" aria-label={leftOutText(tabs)}>
      {tabs.map((tab, at) => (
        <li key={at} class="line">
          <Initial name={nameOfLink(tab)} address={tab.link} />
          <div class="grow">
            <span class="cut" dir="auto" title={`${tab.title}\n${tab.link}`}>
              {nameOfLink(tab)}
            </span>
            <span class="meta">{text(`batchSkipped_${snakeCase(tab.reason)}`)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
};

/** The line below the list: a button that shows the tabs that are left out, and other buttons. */
export const Foot = ({ skipped, children }: { skipped: Skipped; children?: ComponentChildren }) => {
  const [isOpen, setOpen] = useState(false);
  if (skipped.length === 0 && !children) return null;
  return (
    <>
      <div class="foot line wrap">
        {skipped.length > 0 && (
          <button
            type="button"
            class="plain unfold"
            aria-expanded={isOpen}
            aria-controls={isOpen ? 'left-out' : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {leftOutText(skipped)}
            <Icon name="chevron" small />
          </button>
        )}
        {children}
      </div>
      {isOpen && <SkippedList tabs={skipped} />}
    </>
  );
};
