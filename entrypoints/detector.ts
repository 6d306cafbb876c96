/** Chromium's and Firefox's own name for the browser API: this runs on every page and imports nothing. */
declare const chrome: { runtime: { sendMessage(message: object): Promise<unknown> } };

export default {
  /**
   * On a page that is missing (404) or gone (410) and can show a player (HTML, XHTML, plain text): one message to the
   * background. On every other page: nothing. It is registered for top frames only.
   */
  main(): void {
    const status = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)
      ?.responseStatus;
    if ((status === 404 || status === 410) && /html|plain/.test(document.contentType))
      // After an update of the extension, this old script may reach no background.
      chrome.runtime.sendMessage({ name: 'missing', request: { status } }).catch(() => 0);
  },
};
