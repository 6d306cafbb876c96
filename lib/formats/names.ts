/** What the clipboard gets of a short link; the first one is the default. */
export const formats = ['plain', 'title', 'markdown', 'html', 'expiry', 'template'] as const;

export type Format = (typeof formats)[number];
