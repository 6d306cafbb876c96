/** An identifier of texts that does not reveal them. */
export const digest = async (...texts: string[]): Promise<string> => {
  const bytes = new TextEncoder().encode(texts.join('\n'));
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
};
