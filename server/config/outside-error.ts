/** Something that the service needs does not work as it should: not a fault of the program. The message is for its operator. */
export class OutsideError extends Error {
  override name = 'OutsideError';
}
