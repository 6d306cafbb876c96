/**
 * A text for a terminal: nothing in it moves the cursor or turns the direction of the text. Addresses come from clients, and
 * what an operator typed may have been copied from one.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '�');
}

/** The service cannot start. The message is one sentence for the person who started it. */
export class StartError extends Error {
  override name = 'StartError';

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
  }
}

/** The code of a system error (`EADDRINUSE`, `ENOTDIR`…), or an empty text. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Something that the service needs does not work as it should: not a fault of the program. The message is for its operator. */
export class OutsideError extends Error {
  override name = 'OutsideError';
}
