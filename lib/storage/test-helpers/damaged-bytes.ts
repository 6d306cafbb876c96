import { IDBRequest } from 'fake-indexeddb';
import { vi } from 'vitest';

/** Results that contain such a value throw, as in Firefox if bytes of a value have changed. Until `vi.restoreAllMocks`. */
export const damageBytes = (isDamaged: (value: unknown) => boolean): void => {
  const result = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'result')?.get;
  vi.spyOn(IDBRequest.prototype, 'result', 'get').mockImplementation(function (this: IDBRequest) {
    const value: unknown = result?.call(this);
    if ([value].flat().some(isDamaged)) throw new DOMException('not usable', 'InvalidStateError');
    return value;
  });
};
