/** A text in which each address may break after a slash, where Chromium does not break one by itself. */
export const Breakable = ({ text }: { text: string }) => (
  <>{text.split(/(?<=[^/]\/)/).flatMap((part) => [<wbr key={part} />, part])}</>
);
