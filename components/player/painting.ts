import { render, type VNode } from 'preact';

/** Draws into a node. Drawing may send events: Chromium lets go of a handle that is taken out while it is held. */
export const createPainting = () => {
  let isPainting = false;
  return {
    isPainting: () => isPainting,
    /** Null takes out what is there. */
    paint(node: Element, what: VNode | null): void {
      isPainting = true;
      try {
        render(what, node);
      } finally {
        isPainting = false;
      }
    },
  };
};
