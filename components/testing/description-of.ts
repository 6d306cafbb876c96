/** The texts of the elements that describe this one. */
export const descriptionOf = (element: Element): string => {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
};
