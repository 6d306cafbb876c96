/** The service cannot start. The message is one sentence for the person who started it. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The code of a system error (`EADDRINUSE`, `ENOTDIR`…), or an empty text. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
