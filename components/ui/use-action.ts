import { useRef, useState } from 'preact/hooks';

/**
 * An action that does nothing while it runs already: a double click dispatches its second click before the state is updated, so
 * only a reference can stop that. `act` resolves with why it has failed, or null, and so does `run`; `failure` is that of the
 * last run, until the next one begins.
 */
export const useAction = <Arguments extends unknown[], Failure>(
  act: (...how: Arguments) => Promise<Failure | null>,
) => {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const busy = useRef(false);
  const run = async (...how: Arguments): Promise<Failure | null> => {
    if (busy.current) return null;
    busy.current = true;
    setRunning(true);
    setFailure(null);
    try {
      const failed = await act(...how);
      setFailure(failed);
      return failed;
    } finally {
      busy.current = false;
      setRunning(false);
    }
  };
  return { run, isRunning, failure, setFailure };
};
