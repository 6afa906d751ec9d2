const BASIS = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const DIGITS = 16;

/** FNV-1a of 64 bits, for names. Every command needs one, and Node's own hashes take long to load. */
export function shortHash(text: string): string {
  let hash = BASIS;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(DIGITS, '0');
}
