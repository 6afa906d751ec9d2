import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** No part of a path begins with a dot, so none leads out of the folder. */
const SAFE = /^(\/[\w-][\w.-]*)+$/;

export type Asset = Readonly<{ bytes: Uint8Array<ArrayBuffer>; type: string; isImmutable: boolean }>;

/** A file of the built page; null when there is none of this name. */
export async function readAsset(folder: string, path: string): Promise<Asset | null> {
  const type = TYPES[extname(path)];
  if (type === undefined || !SAFE.test(path)) return null;
  const bytes = await readFile(join(folder, path)).catch(() => null);
  // Vite names what lies there by a hash of its content.
  return bytes && { bytes: new Uint8Array(bytes), type, isImmutable: path.startsWith('/assets/') };
}
