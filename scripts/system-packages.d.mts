import type { Needs, Wanted } from './test-needs.mjs';

/** The folder that holds `initdb` and `postgres`, or undefined. */
export function findPostgresFolder(): string | undefined;
/** What would be installed for these needs. */
export function listWantedPackages(needs: Needs): Wanted[];
/** Installs what is missing where it can. Returns what is still missing. */
export function ensureSystemPackages(needs: Needs): Promise<string[]>;
/** The program that the tests of the page are driven in, or undefined. */
export function findBrowser(): string | undefined;
