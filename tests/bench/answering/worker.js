globalThis.chrome.runtime.onMessage.addListener((_message, _sender, answer) => {
  answer({ ok: true });
});
