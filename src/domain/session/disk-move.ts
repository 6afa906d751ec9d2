export type DiskMove = 'rest' | 'warn' | 'fail';

const MB = 1024 * 1024;

/** What the size of a session's folder asks for. */
export function decideDisk(bytes: number, limits: Readonly<{ warnMb: number; failMb: number }>): DiskMove {
  if (bytes > limits.failMb * MB) return 'fail';
  return bytes > limits.warnMb * MB ? 'warn' : 'rest';
}
