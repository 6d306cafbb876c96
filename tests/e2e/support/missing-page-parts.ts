/** A picture as SVG. */
export const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>';
/** A picture as PNG. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** A feed. */
export const feed =
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Not found</title></channel></rss>';

/** A tenth of a second of silence as WAV: 8000 samples a second of one byte. */
const samples = 800;
export const silentSound = Buffer.concat([
  Buffer.from('RIFF\x64\x03\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from('\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x20\x03\0\0', 'latin1'),
  Buffer.alloc(samples, 0x80),
]);

/** A document without pages. */
export const pdf =
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** Replaces what a page's scripts are made of, and then sets its title. */
export const breakPrototypes = `<script>
const setTitle = Object.getOwnPropertyDescriptor(Document.prototype, 'title').set;
const { defineProperty, getOwnPropertyNames } = Object;
const { apply } = Reflect;
const fail = () => { throw new Error('broken by the page'); };
const broken = { get: fail, set: fail, configurable: true };
for (const name of ['Promise', 'MutationObserver', 'CSSStyleSheet', 'fetch', 'queueMicrotask', 'requestAnimationFrame',
  'setTimeout', 'getComputedStyle', 'matchMedia', 'performance', 'customElements', 'crypto', 'navigator'])
  defineProperty(window, name, broken);
for (const { prototype } of [Array, Map, Set, String, Function, EventTarget, Node, Element, HTMLElement, ShadowRoot, Document, Object])
  for (const name of getOwnPropertyNames(prototype))
    if (name !== 'constructor' && name !== '__proto__')
      try { defineProperty(prototype, name, broken); } catch {}
apply(setTitle, document, ['Done']);
</script>`;

/** Records all that the page's scripts could notice of an extension: listeners, messages and changes. */
export const watchful = `<script>
const { addEventListener: add } = EventTarget.prototype;
const noticed = [];
EventTarget.prototype.addEventListener = function (...all) {
  noticed.push('listener ' + all[0] + ' on ' + this);
  return add.apply(this, all);
};
for (const kind of ['message', 'error', 'securitypolicyviolation'])
  add.call(window, kind, ({ type, data }) => noticed.push('event ' + type + ' ' + data), true);
addEventListener('load', () => {
  new MutationObserver((all) => all.forEach((each) => noticed.push('change ' + each.type))).observe(document, {
    ...{ childList: true, subtree: true, attributes: true, characterData: true },
  });
});
localStorage.setItem('mine', '1');
</script>`;
