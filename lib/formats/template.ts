/** The placeholders of a person's own template, such as "{short}". */
export const placeholders = ['short', 'link', 'title', 'host', 'expires', 'note'] as const;

/** UTF-16 code units of the longest template. */
const longestTemplate = 1000;

/** A word in braces; any other text in braces is text. */
export const placeholder = /\{(\p{L}+)\}/gu;

/**
 * Why a template cannot be used; `unknown` names the first placeholder that does not exist. Without the short link, the template of a
 * file from anybody could put another address in its place wherever something is copied.
 */
export type TemplateProblem =
  { reason: 'no-short-link' | 'too-long' } | { reason: 'unknown'; placeholder: string };

export const templateProblem = (template: string): TemplateProblem | null => {
  if (template.length > longestTemplate) return { reason: 'too-long' };
  const known: readonly string[] = placeholders;
  const unknown = [...template.matchAll(placeholder)].find(([, name = '']) => !known.includes(name));
  if (unknown) return { reason: 'unknown', placeholder: unknown[0] };
  return template.includes('{short}') ? null : { reason: 'no-short-link' };
};
