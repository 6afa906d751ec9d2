const slug = (path: string): string =>
  path
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Whether a text, a path or a short name of one, stands for one of these folders. */
export function namesFolder(text: string, folders: readonly string[]): boolean {
  if (text.startsWith('/')) return folders.some((folder) => text === folder || text.startsWith(`${folder}/`));
  return folders.some((folder) => [slug(folder), slug(lastOf(folder))].includes(slug(text)));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
