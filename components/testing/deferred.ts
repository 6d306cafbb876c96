/** A promise that the test resolves. */
export const deferred = <Value>(): { promise: Promise<Value>; resolve(value: Value): void } => {
  let settle: ((value: Value) => void) | undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
};
