/** happy-dom has no popovers. These do what the components rely on: they show and hide nothing, and report the hiding. */
export const definePopovers = (): void => {
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
};
