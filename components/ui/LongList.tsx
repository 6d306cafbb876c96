import type { ComponentChildren, ComponentProps } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useSubscription } from './use-subscription.ts';

/** The number of rows that are rendered at once, and of those that follow. */
export const firstRows = 30;
export const moreRows = 170;

/** Pixels below the window in which the end of the rows is near. */
const margin = 500;

/** Renders more rows when the end of those that are rendered comes near. */
export const More = ({ render }: { render(): void }) => {
  const end = useRef<HTMLDivElement>(null);
  useSubscription((signal) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && render(),
      { rootMargin: `${margin}px` },
    );
    if (end.current) observer.observe(end.current);
    signal.addEventListener('abort', () => observer.disconnect());
  });
  return <div ref={end} />;
};

interface LongListProps<Item> extends Omit<ComponentProps<'ul'>, 'children'> {
  items: readonly Item[];
  children(item: Item, at: number): ComponentChildren;
}

/** A list of any length, of which few rows are rendered at first. */
export const LongList = <Item,>({ items, children, ...attributes }: LongListProps<Item>) => {
  const [count, setCount] = useState(firstRows);
  return (
    <>
      <ul {...attributes}>{items.slice(0, count).map(children)}</ul>
      {items.length > count && <More key={count} render={() => setCount(count + moreRows)} />}
    </>
  );
};
