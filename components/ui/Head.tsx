/** What happened: its full stop is read, but not seen. */
export const Head = ({ text }: { text: string }) => {
  const [words, stop] = text.split(/(?=[.。]$)/);
  return (
    <span class="say">
      {words}
      <span class="unseen">{stop}</span>
    </span>
  );
};
