// The least that anything on a missing page can be: a box, with nothing asked and nothing in it.
const [{ responseStatus }] = performance.getEntriesByType('navigation');
if (responseStatus === 404) {
  const box = document.createElement('div');
  box.style.cssText =
    'position: fixed; inset: auto 16px 16px auto; width: 160px; height: 40px; background: #34388a';
  document.documentElement.append(box);
}
