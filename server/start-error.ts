/** Why the service cannot start, as one sentence for the person who started it. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The system's own name of an error (`EADDRINUSE`, `ENOTDIR`…), or the empty text. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
