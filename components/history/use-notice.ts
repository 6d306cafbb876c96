import { useState } from 'preact/hooks';

/** What the page says about what was done last. */
export interface Notice {
  words: string;
  isBad?: boolean;
  undo?: () => void;
}

export const useNotice = () => {
  const [notice, setNotice] = useState<Notice | null>(null);
  return { notice, tell: (next: Notice) => setNotice(next), dismiss: () => setNotice(null) };
};

export type Tell = (notice: Notice) => void;
