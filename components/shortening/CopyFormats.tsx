import { useEffect, useState } from 'preact/hooks';
import { sourceOf } from '../../lib/formats/formats.ts';
import { formats } from '../../lib/formats/names.ts';
import { placeholders, templateProblem } from '../../lib/formats/template.ts';
import { formattedLink } from '../../lib/i18n/copied-link.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Alert } from '../ui/Problem.tsx';
import { Select } from '../ui/Select.tsx';
import type { SettingsState } from '../ui/use-settings.ts';

/** Milliseconds without a key press after which the template is stored. */
const pause = 400;

const week = 7 * 86_400;

/** A link as the preview of the template shows it. */
const exampleLink = () =>
  formattedLink({
    shortLink: 'https://lark.example/k3Vd8qXw',
    link: 'https://en.wikipedia.org/wiki/Eurasian_skylark',
    title: 'Eurasian skylark - Wikipedia',
    note: text('copyExampleNote'),
    expiresAt: Math.floor(Date.now() / 1000) + week,
  });

const problemSentence = (template: string): string => {
  const problem = templateProblem(template);
  if (problem === null) return '';
  switch (problem.reason) {
    case 'no-short-link':
      return text('copyTemplateNoShortLink');
    case 'too-long':
      return text('copyTemplateTooLong');
    case 'unknown':
      return text('copyTemplateUnknown', problem.placeholder);
  }
};

/** The person's own format: stored while it is typed, unless it cannot be used. */
const Template = ({ state: { settings, change } }: { state: SettingsState }) => {
  const [typed, setTyped] = useState<string | null>(null);
  const template = typed ?? settings.copyTemplate;
  const problem = problemSentence(template);
  const [before, after] = text('copyTemplatePreview', '|').split('|');
  useEffect(() => {
    if (typed === null || problem !== '') return undefined;
    const store = (): void =>
      change(
        () => ({ copyTemplate: typed }),
        () => setTyped((now) => (now === typed ? null : now)),
      );
    const timer = setTimeout(store, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="setting template">
      <div class="field grow">
        <label for="copy-template">{text('format_template')}</label>
        <textarea
          id="copy-template"
          rows={2}
          dir="auto"
          spellcheck={false}
          autocomplete="off"
          value={template}
          aria-invalid={problem !== ''}
          aria-describedby="copy-template-note copy-template-problem copy-template-preview"
          // The browser itself scrolls only its first line into view.
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <p id="copy-template-note" class="note">
          {text('copyTemplateNote', placeholders.map((name) => `{${name}}`).join(' '))}
        </p>
        <div id="copy-template-problem">
          <Alert>{problem}</Alert>
        </div>
        {problem === '' && (
          <p id="copy-template-preview" class="note preview">
            {before}
            <bdi>{sourceOf([exampleLink()], 'template', template)}</bdi>
            {after}
          </p>
        )}
      </div>
    </div>
  );
};

/** What the clipboard gets of short links, and the person's own template. */
export const CopyFormats = ({ state }: { state: SettingsState }) => {
  const { settings, change } = state;
  const nameOf = (format: (typeof formats)[number]): string => text(`format_${format}`);
  return (
    <>
      <div class="setting">
        <label class="grow" for="copy-format">
          {text('copyAs')}
        </label>
        <Select
          id="copy-format"
          value={settings.copyFormat}
          options={['last', ...formats]}
          nameOf={(choice) =>
            choice === 'last' ? text('shorteningLast', nameOf(settings.lastCopyFormat)) : nameOf(choice)
          }
          choose={(copyFormat) => change(() => ({ copyFormat }))}
        />
      </div>
      <Template state={state} />
    </>
  );
};
