import { isNode, type SourceFile, type SyntaxNode } from './source-file.ts';

export type Import = Readonly<{ specifier: string; isTypeOnly: boolean; offset: number }>;

const SOURCED = [
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ImportExpression',
  'TSImportType',
];

/** Everything a file takes from elsewhere: imports, re-exports, `import()` of values and of types. */
export function listImports(file: SourceFile): Import[] {
  return file.nodes
    .filter(({ node }) => SOURCED.includes(node.type))
    .flatMap(({ node }) => {
      const specifier = isNode(node.source) ? node.source.value : undefined;
      return typeof specifier === 'string'
        ? [{ specifier, isTypeOnly: isTypeOnly(node), offset: node.start }]
        : [];
    });
}

// `import { type A }` does not count: under verbatimModuleSyntax it still loads the module.
function isTypeOnly(node: SyntaxNode): boolean {
  return node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
}

export const isNodeBuiltin = (specifier: string): boolean => specifier.startsWith('node:');
export const isRelative = (specifier: string): boolean => specifier.startsWith('.');
