import { useEffect, useState } from 'preact/hooks';

/** The part of the window's height from its top within which a section counts as being read. */
const reading = 0.3;

const sectionInView = (ids: readonly string[]): string | undefined => {
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  if (isAtEnd && scrollY > 0) return ids.at(-1);
  const line = innerHeight * reading;
  return ids.findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line);
};

/** The id of the section that is being read, by how far the page is scrolled. */
export const useSection = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const look = (): void => setCurrent(sectionInView(ids) ?? ids[0]);
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);
  return current;
};
