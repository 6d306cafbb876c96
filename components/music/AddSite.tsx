import { useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { readableSite } from '../../lib/not-found/unicode-host.ts';
import { readSite, type SiteProblem } from '../../lib/not-found/sites.ts';

interface AddSiteProps {
  /** The sites that are on the list already. */
  sites: readonly string[];
  add(site: string): void;
}

const problems: Record<SiteProblem, TextKey> = {
  empty: 'musicSiteEmpty',
  'not-a-site': 'musicSiteUnclear',
  'not-web': 'musicSiteNotWeb',
};

/** The typed text, the problem with it, and its submission. */
const useSiteInput = ({ sites, add }: AddSiteProps) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const show = (nextTyped: string, nextProblem: string | null): void => {
    setTyped(nextTyped);
    setProblem(nextProblem);
  };
  const submit = (): void => {
    const read = readSite(typed);
    if (!read.ok) show(typed, text(problems[read.problem]));
    else if (sites.includes(read.site)) show(typed, text('musicSiteThere', readableSite(read.site)));
    else {
      add(read.site);
      show('', null);
    }
  };
  return { typed, problem, change: (next: string) => show(next, null), submit };
};

/** The field for a site, which also accepts a pasted address. */
export const AddSite = (props: AddSiteProps) => {
  const { typed, problem, change, submit } = useSiteInput(props);
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
