/** The folder that holds `initdb` and `postgres`, or undefined. */
export function findPostgresFolder(): string | undefined;
/** Installs what is missing where it can. Returns what is still missing. */
export function ensureSystemPackages(): Promise<string[]>;
/** The program that the tests of the page are driven in, or undefined. */
export function findBrowser(): string | undefined;
