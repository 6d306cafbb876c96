export const oldestNode: number;
export function findNode(): string | undefined;
