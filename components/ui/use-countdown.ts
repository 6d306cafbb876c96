import { useEffect, useState } from 'preact/hooks';
import { startCountdown } from './countdown.ts';

/** The seconds that are left of a countdown, and a function that starts it again with another number. */
export const useCountdown = (initial = 0): [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(initial);
  const [run, setRun] = useState({ seconds: initial });
  useEffect(() => startCountdown(run.seconds, setLeft), [run]);
  const start = (seconds: number): void => {
    setLeft(seconds);
    setRun({ seconds });
  };
  return [left, start];
};
