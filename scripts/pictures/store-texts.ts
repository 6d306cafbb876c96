/** The five screenshots of the stores, in their order; each has a caption in store/<language>.md. */
export const screenshots = ['popup', 'toast', 'history', 'tabs', 'player'] as const;

export type Screenshot = (typeof screenshots)[number];

/** The tiles that the stores show, in pixels. */
export const tiles = [
  { name: 'tile', width: 440, height: 280 },
  { name: 'marquee', width: 1400, height: 560 },
] as const;

/** The texts below the headings of a file of store/, by heading. */
export const fieldsOf = (markdown: string): ReadonlyMap<string, string> => {
  const [, ...sections] = markdown.split('\n## ');
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n').trim()];
    }),
  );
};

/** The captions of the screenshots and of the tiles, by name: lines such as "- popup: Shorten the page". */
export const captionsOf = (markdown: string): ReadonlyMap<string, string> => {
  const lines = (fieldsOf(markdown).get('Captions') ?? '').matchAll(/^- (\w+): (.*)$/gm);
  return new Map([...lines].map(([, name = '', caption = '']) => [name, caption]));
};
