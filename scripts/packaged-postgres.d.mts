export const packages: Readonly<Record<string, string>>;
export const packagedPrograms: string;
export function isIntact(bytes: Uint8Array, integrity: string): boolean;
export function installPackagedPostgres(name?: string): boolean;
