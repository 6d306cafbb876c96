/** The document in which a toast runs. `documentId` is undefined in Firefox. */
export interface ToastDocument {
  tabId: number;
  documentId: string | undefined;
  url: string;
}

/** A name for one document of a tab: its id, or its origin in Firefox, which gives no ids. */
export const documentKeyOf = ({ documentId, url }: ToastDocument): string =>
  documentId ?? new URL(url).origin;
