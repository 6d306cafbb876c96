/** What happened, and on a line of its own what follows from it: a text of two lines. */
export const Lines = ({ text }: { text: string }) => {
  const [first, rest] = text.split(/(?=\n)/);
  return (
    <>
      <span class="say">{first}</span>
      {rest}
    </>
  );
};
