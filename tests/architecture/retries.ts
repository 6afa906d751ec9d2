import { at, isNode, nameOf, nodesOf, type Rule, type SyntaxNode } from './source-file.ts';

const DECIDES = /^src\/(domain|app|supervisor)\//;
const TABLE = /^src\/domain\/retry\//;
const COMPARISONS = new Set(['<', '>', '<=', '>=', '===', '!==']);

/** A backoff that grows by itself, or a look at how many retries are left. */
function isOwnDecision({ operator, left, right }: SyntaxNode): boolean {
  if (operator === '**') return true;
  return COMPARISONS.has(String(operator)) && [left, right].some((side) => lastName(side) === 'retriesLeft');
}

const lastName = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'MemberExpression' ? nameOf(node.property) : nameOf(node);

export const retriesAreDecidedInOnePlace: Rule = {
  claim: 'whether and when to try again is decided in src/domain/retry',
  check: (file) => {
    const isFree = !DECIDES.test(file.path) || TABLE.test(file.path) || file.path.endsWith('.test.ts');
    if (isFree) return [];
    return nodesOf(file, 'BinaryExpression')
      .filter(isOwnDecision)
      .map(({ start }) => `${at(file, start)} decides about a retry itself`);
  },
};
