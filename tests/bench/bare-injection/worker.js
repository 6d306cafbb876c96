globalThis.chrome.runtime.onMessage.addListener((_message, { tab, documentId }) => {
  const target = { tabId: tab.id, documentIds: [documentId] };
  void globalThis.chrome.scripting.executeScript({ target, files: ['box.js'], injectImmediately: true });
});
