import { isNode, isTestFile, nameOf, nodesOf, type SourceFile } from './source-file.ts';

const DECLARED_IN = 'src/domain/refusal.ts';

/** Codes of the union `Refusal`. */
export function listCodes(files: readonly SourceFile[]): string[] {
  const [file] = files.filter(({ path }) => path === DECLARED_IN);
  if (!file) return [];
  return nodesOf(file, 'TSPropertySignature')
    .filter(({ key }) => nameOf(key) === 'code')
    .map((node) => /'([a-z-]+)'/.exec(file.text.slice(node.start, node.end))?.[1] ?? '');
}

/** Codes that some code of src makes: `{ code: 'no-slot', … }`, or a choice between two. */
export function listMade(files: readonly SourceFile[]): ReadonlySet<string> {
  const makers = files.filter(({ path }) => path.startsWith('src/') && !isTestFile(path));
  return new Set(
    makers.flatMap((file) =>
      nodesOf(file, 'Property')
        .filter(({ key, value }) => nameOf(key) === 'code' && isNode(value))
        .flatMap(({ start, end }) => file.text.slice(start, end).match(/(?<=')[a-z][a-z-]+(?=')/g) ?? []),
    ),
  );
}
