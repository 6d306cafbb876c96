/** Milliseconds that a success is shown. */
export const successTime = 6_000;

/** Milliseconds that a toast stays whose extension was reloaded or removed: its text is still true, so there is time to read it. */
export const orphanedTime = 4_000;

/** Milliseconds that a site can be switched on again from its player. */
export const undoTime = 10_000;

/** Milliseconds after which an overlay checks again whether a person uses it or the page is hidden. */
const extraTime = 1_000;

/** Calls `dismiss` after a while, once the overlay is not in use. */
export const createDismissTimer = (isBusy: () => boolean, dismiss: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    if (isBusy()) timer = setTimeout(check, extraTime);
    else dismiss();
  };
  return {
    start(milliseconds: number): void {
      clearTimeout(timer);
      timer = setTimeout(check, milliseconds);
    },
    stop: (): void => clearTimeout(timer),
  };
};
