/**
 * The result of a request. Firefox throws at it if bytes of a value have changed so that it is none any more (measured); a promise
 * of `idb` would never settle then.
 */
export const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      try {
        resolve(request.result);
      } catch (error) {
        reject(new DOMException(String(error), 'UnknownError'));
      }
    };
    request.addEventListener('success', finish);
    request.addEventListener('error', () => reject(request.error as DOMException));
  });
