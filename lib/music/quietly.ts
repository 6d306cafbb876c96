/** What it resolves to, or null where it fails: the world outside may, and the music goes on. */
export const quietly = async <Value>(act: () => Promise<Value>): Promise<Value | null> => {
  try {
    return await act();
  } catch {
    return null;
  }
};
