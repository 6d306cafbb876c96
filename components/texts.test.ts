import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Operation, operationNames } from '../lib/api/contract.ts';
import { reasons, rowOf } from '../lib/failures/contract.ts';
import { formats } from '../lib/formats/names.ts';
import { choices } from '../lib/validity/validity.ts';
import { failureSentence } from '../lib/i18n/failure-sentence.ts';
import { snakeCase, urlWarningText } from '../lib/i18n/texts.ts';
import { urlWarnings } from '../lib/url/contract.ts';
import type { FieldProblem } from '../lib/connection/form.ts';
import { fieldProblemText } from './connection/texts.ts';
import { checks } from './diagnostics/checks.ts';

interface Message {
  message: string;
  placeholders?: Record<string, { content: string }>;
}

const root = path.join(import.meta.dirname, '..');
const locales = readdirSync(path.join(root, 'public/_locales'));
const catalogOf = (locale: string): Record<string, Message> =>
  JSON.parse(readFileSync(path.join(root, 'public/_locales', locale, 'messages.json'), 'utf8')) as Record<
    string,
    Message
  >;
const english = catalogOf('en');

/** The browser's texts, which note what they are asked for. */
const { asked, text } = vi.hoisted(() => {
  const keys = new Set<string>();
  const note = (key: string): string => {
    keys.add(key);
    return key;
  };
  return { asked: keys, text: note };
});
vi.mock('../lib/webextension/browser.ts', () => ({
  browser: { i18n: { getMessage: text } },
}));

/** A path's problems, which read alike for each operation. */
const ofPath = { 'no-slash': true, 'has-host': true, 'bad-characters': true, 'too-long': true } as const;

/** The problems of a connection code, which read alike in each field. */
const ofCode = { 'code-broken': true, 'code-newer': true, 'code-for-other-account': true } as const;

/** Those of the paths. */
const pathProblems = Object.fromEntries(operationNames.map((name) => [`${name}Path`, ofPath])) as Record<
  `${Operation}Path`,
  typeof ofPath
>;

type ProblemOf<Field, Each = FieldProblem> = Each extends { field: infer Own; problem: infer Problem }
  ? Field extends Own
    ? Problem
    : never
  : never;

/** Every problem a field can have: TypeScript asks for the missing ones. */
const problems: { [Field in FieldProblem['field']]: Record<ProblemOf<Field>, true> } = {
  address: {
    empty: true,
    'not-an-address': true,
    'not-http': true,
    'public-http': true,
    'has-password': true,
    'has-query': true,
    'at-limit': true,
    ...ofCode,
  },
  secretId: { empty: true, 'has-space': true, 'bad-characters': true, 'in-use': true, ...ofCode },
  secretKey: { empty: true, 'has-space': true, 'bad-characters': true, 'enter-again': true, ...ofCode },
  template: { 'not-an-address': true, 'not-http': true, 'no-placeholder': true },
  ...pathProblems,
};

const addressReasons = reasons.filter((reason) => rowOf(reason).kind === 'address');

/** Keys that the code builds from names. */
const builtKeys = [
  ...operationNames.map((name) => `operationPath_${name}`),
  ...checks.map(({ check }) => `checkName_${check}`),
  ...['permission', 'reach', 'token'].map((check) => `checkNeeds_${check}`),
  ...['music', 'grayscale'].map((check) => `checkAnswered_${check}`),
  ...['good', 'notice', 'bad', 'unchecked', 'waiting'].map((state) => `checkState_${state}`),
  ...formats.map((format) => `format_${format}`),
  ...choices.map((choice) => `validity_${choice}`),
  ...[...addressReasons, 'loading', 'duplicate', 'private-tab', 'ordinary-tab'].map(
    (reason) => `batchSkipped_${snakeCase(reason)}`,
  ),
];

const sayEverything = (): void => {
  for (const key of builtKeys) text(key);
  for (const warning of urlWarnings) urlWarningText(warning);
  for (const reason of reasons)
    for (const hadEffect of ['no', 'maybe'] as const)
      for (const place of ['popup', 'private', 'settings'] as const)
        failureSentence({ reason, hadEffect }, place);
  for (const [field, each] of Object.entries(problems))
    for (const problem of Object.keys(each)) fieldProblemText({ field, problem } as FieldProblem);
};

/** The code and the manifest without their tests. */
const sources = (): string => {
  const folders = ['lib', 'components', 'entrypoints'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  );
  const files = folders.filter((file) => /\.(tsx?|html)$/.test(file) && !/\.test\.tsx?$/.test(file));
  return ['wxt.config.ts', ...files].map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
};

/** The plural category at the end of a key. */
const category = /_(zero|one|two|few|many|other)$/;
const isCounted = (key: string): boolean => category.test(key);

/** The keys that a language needs: those of English, with its own plural categories. */
const keysIn = (locale: string): string[] => {
  const { pluralCategories } = new Intl.PluralRules(locale.replace('_', '-')).resolvedOptions();
  const counted = Object.keys(english).filter((key) => key.endsWith('_other'));
  return [
    ...Object.keys(english).filter((key) => !isCounted(key)),
    ...counted.flatMap((key) => pluralCategories.map((each) => key.replace(category, `_${each}`))),
  ];
};

const placeholder = /\$(\w+)\$/g;
const contentsOf = ({ placeholders = {} }: Message): [string, string][] =>
  Object.entries(placeholders)
    .map(([name, { content }]): [string, string] => [name.toLowerCase(), content])
    .toSorted();

const messagesLike = (catalog: Record<string, Message>, pattern: RegExp): string[] =>
  Object.values(catalog).flatMap(({ message }) => (pattern.test(message) ? [message] : []));

describe.each(locales)('the texts in %s', (locale) => {
  const catalog = catalogOf(locale);

  it('are the same as in English, but for the plural categories', () => {
    expect(Object.keys(catalog).toSorted()).toEqual(keysIn(locale).toSorted());
  });

  it('name a selection without quotes: in a field without one, Chromium would leave them empty', () => {
    expect(catalog['menuSelection']?.message.replace('%s', '').trim()).toMatch(/^\p{L}+$/u);
  });

  it('say something, with the placeholders of the English texts', () => {
    const isWrong = ([key, said]: [string, Message]): boolean => {
      const used = new Set([...said.message.matchAll(placeholder)].map(([, name]) => name?.toLowerCase()));
      const defined = contentsOf(said);
      const model = english[key] ?? english[key.replace(category, '_other')] ?? said;
      return (
        said.message.trim() === '' ||
        String([...used].toSorted()) !== String(defined.map(([name]) => name)) ||
        String(defined) !== String(contentsOf(model)) ||
        !defined.every(([, content]) => /^\$[1-9]$/.test(content))
      );
    };
    expect(Object.entries(catalog).filter(isWrong)).toEqual([]);
  });

  it('name their own language, as Intl and assistive technology know it', () => {
    expect(catalog['languageCode']?.message).toBe(locale.replace('_', '-'));
  });

  it('have no typewriter quotes or dots', () => {
    expect(messagesLike(catalog, /"|\.\.\./)).toEqual([]);
  });
});

/** What is the same in every language: names, and what is no text at all. */
const sameEverywhere = [
  'extensionName',
  'textDirection',
  'languageCode',
  'popupTitle',
  'secretIdLabel',
  'secretKeyLabel',
  'format_markdown',
  'format_html',
  'batchFile',
];

describe('the Chinese texts', () => {
  const all = Object.entries(catalogOf('zh_CN'));
  const chinese = Object.fromEntries(all.filter(([key]) => !sameEverywhere.includes(key)));

  it('are in Chinese', () => {
    const foreign = Object.entries(chinese).filter(([, { message }]) => {
      const words = message.replaceAll(placeholder, '').replaceAll('Waylark', '');
      return /\p{Letter}/u.test(words) && !/\p{Script=Han}/u.test(words);
    });
    expect(foreign).toEqual([]);
  });

  it('have the punctuation of Chinese', () => {
    expect(messagesLike(chinese, /[\p{Script=Han}$」”][,:;?!()]|[,:;?!()][\p{Script=Han}$「“]/u)).toEqual([]);
    expect(messagesLike(chinese, /\p{Script=Han}\.( |$)/u)).toEqual([]);
  });

  it('have no spaces beside Chinese letters and punctuation, where the browser makes its own', () => {
    const path = / (?:https?:\/\/|\/\w*|\$PATH\$|\$LINK\$) ?/g;
    const words: Record<string, Message> = {};
    for (const [key, { message }] of Object.entries(chinese))
      words[key] = { message: message.replaceAll(path, '') };
    expect(
      messagesLike(
        words,
        /[\p{Script=Han}\u3000-\u303f\uff00-\uffef] | [\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u,
      ),
    ).toEqual([]);
  });

  it('have spaces between Chinese letters and a slash, where the browser makes none', () => {
    const joined = /\p{Script=Han}(?:\/|\$PATH\$)|(?:\/|\$PATH\$)\p{Script=Han}/u;
    expect(messagesLike(chinese, joined)).toEqual([]);
  });

  it('call the same the same: you, click, extension', () => {
    expect(messagesLike(chinese, /您|点按|扩展程序/)).toEqual([]);
  });
});

describe('every text', () => {
  it('that a failure or a field needs is there', () => {
    sayEverything();
    expect([...asked].filter((key) => !(key in english))).toEqual([]);
  });

  it('is used', () => {
    sayEverything();
    const code = sources();
    const named = [...code.matchAll(/['"](?:__MSG_)?(\w+?)(?:__)?['"]|__MSG_(\w+)__/g)].map(
      ([, quoted, inPage]) => quoted ?? inPage,
    );
    const used = new Set([...asked, ...named]);
    const unused = Object.keys(english).filter(
      (key) => !used.has(key) && !used.has(key.replace(category, '')),
    );
    expect(unused).toEqual([]);
  });
});
