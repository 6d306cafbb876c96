/** Calls back every second with the number of seconds that are left, down to 0. Returns a function that stops it. */
export const startCountdown = (seconds: number, tick: (left: number) => unknown): (() => void) => {
  let left = seconds;
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) clearInterval(timer);
    if (left >= 0) tick(left);
  }, 1000);
  if (left <= 0) clearInterval(timer);
  return () => clearInterval(timer);
};
