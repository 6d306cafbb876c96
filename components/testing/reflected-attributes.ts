// happy-dom does not reflect these properties as attributes, as browsers do.
for (const [property, attribute] of [
  ['ariaLabel', 'aria-label'],
  ['ariaHidden', 'aria-hidden'],
  ['ariaDisabled', 'aria-disabled'],
  ['role', 'role'],
] as const)
  Object.defineProperty(Element.prototype, property, {
    configurable: true,
    set(this: Element, value: string) {
      this.setAttribute(attribute, value);
    },
  });
