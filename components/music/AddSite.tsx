import { useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { readableSite } from '../../lib/not-found/readable.ts';
import { readSite, type SiteProblem } from '../../lib/not-found/sites.ts';

interface AddSiteProps {
  /** Those that are there already. */
  sites: readonly string[];
  add(site: string): void;
}

const problems: Record<SiteProblem, TextKey> = {
  empty: 'musicSiteEmpty',
  'not-a-site': 'musicSiteUnclear',
  'not-web': 'musicSiteNotWeb',
};

/** What is typed, what is wrong with it, and what adding it does. */
const useTyped = ({ sites, add }: AddSiteProps) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: string, wrong: string | null): void => {
    setTyped(next);
    setProblem(wrong);
  };
  const submit = (): void => {
    const read = readSite(typed);
    if (!read.ok) change(typed, text(problems[read.problem]));
    else if (sites.includes(read.site)) change(typed, text('musicSiteThere', readableSite(read.site)));
    else {
      add(read.site);
      change('', null);
    }
  };
  return { typed, problem, change: (next: string) => change(next, null), submit };
};

/** The field in which a site is typed, or its address pasted. */
export const AddSite = (props: AddSiteProps) => {
  const { typed, problem, change, submit } = useTyped(props);
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      noValidate
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        field.current?.focus();
      }}
    >
      <label for="site">{text('musicSite')}</label>
      <div class="row">
        <input
          id="site"
          ref={field}
          type="text"
          inputMode="url"
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          value={typed}
          aria-invalid={problem !== null}
          aria-describedby="site-problem"
          onInput={(event) => change(event.currentTarget.value)}
        />
        <button type="submit">{text('musicSiteAdd')}</button>
      </div>
      <p id="site-problem" class="note warn" role="alert">
        {problem}
      </p>
    </form>
  );
};
