/** After this time, the browser has begun to read the file that it saves. */
const revokeDelayMs = 60_000;

/** Saves a file as the browser saves downloads; it needs no permission. Call it inside the click. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs);
};
