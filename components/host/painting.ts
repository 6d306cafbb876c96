/** Knows while something is drawn. Drawing may send events: Chromium lets go of a handle that is taken out while it is held. */
export const createPainting = () => {
  let isPainting = false;
  return {
    isPainting: () => isPainting,
    paint(draw: () => void): void {
      isPainting = true;
      try {
        draw();
      } finally {
        isPainting = false;
      }
    },
  };
};
