import { open } from 'node:fs/promises';

/** So many bytes of a file, from a position on; fewer where it ends before. */
export async function readPart(path: string, part: { from: number; bytes: number }): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(part.bytes, size - part.from)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, part.from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
