/** Bytes of the largest settings file that is read. */
export const largestBackup = 1024 * 1024;
