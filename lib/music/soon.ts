/** Does it once, however often it is asked for, when what runs now is over: never within a drawing. */
export const soon = (act: () => void): (() => void) => {
  let isDue = false;
  const run = (): void => {
    isDue = false;
    act();
  };
  return () => {
    if (!isDue) queueMicrotask(run);
    isDue = true;
  };
};
