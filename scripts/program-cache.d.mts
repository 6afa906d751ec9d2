export function cacheFolders(
  env: Readonly<{ XDG_CACHE_HOME?: string | undefined; HOME?: string | undefined }>,
  temp?: string,
): string[];
export function findWritable(folders: readonly string[]): string | undefined;
export function isOwn(folder: string): boolean;
export function isWritable(folder: string): boolean;
