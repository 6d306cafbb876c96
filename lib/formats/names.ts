/** What the clipboard gets of a short link; the first one is the default. */
export const formats = ['plain', 'title', 'markdown', 'html', 'expiry', 'template'] as const;

export type Format = (typeof formats)[number];

/** What the clipboard gets until another format is chosen. */
export interface CopyFormat {
  format: Format;
  /** The person's own format. */
  template: string;
}
