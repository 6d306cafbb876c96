// A worker that is asked, and injects: the least that anything can be that is not in every page.
const [{ responseStatus }] = performance.getEntriesByType('navigation');
if (responseStatus === 404) globalThis.chrome.runtime.sendMessage({ name: 'missing' });
