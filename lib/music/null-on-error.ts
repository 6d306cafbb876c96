import { noteError } from '../errors/noted-errors.ts';

/** Resolves with what `act` resolves with, or with null if it throws or rejects: a failed call must not stop the music. */
export const nullOnError = async <Value>(act: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await act();
  } catch (error) {
    noteError(error);
    return null;
  }
};
