/** The first character of a page's name, in the place of its icon. */
export const Initial = ({ name }: { name: string }) => (
  <span class="initial" aria-hidden="true">
    {[...name.trim()][0]?.toLocaleUpperCase()}
  </span>
);
