import { useEffect, useState } from 'preact/hooks';

const seconds = (): number => Math.floor(Date.now() / 1000);

/** The time in Unix seconds, every 15 s and whenever the page comes into view again. */
export const useNow = (): number => {
  const [now, setNow] = useState(seconds);
  useEffect(() => {
    const tick = (): void => setNow(seconds());
    const timer = setInterval(tick, 15_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
};
