import {
  at,
  isNode,
  isTestFile,
  memberOf,
  nameOf,
  nodesOf,
  type Rule,
  SUITE_WORDS,
  type SyntaxNode,
} from './source-file.ts';

const BANNED = ['only', 'skip', 'todo'];

export const noTestIsLeftOut: Rule = {
  claim: 'no test is singled out or left out',
  check: (file) =>
    nodesOf(file, 'MemberExpression')
      .filter((node) => BANNED.includes(nameOf(node.property) ?? '') && isSuite(node.object))
      .map((node) => `${at(file, node.start)} ${file.text.slice(node.start, node.end)}`),
};

// `test.only`, and also `test.concurrent.only`.
function isSuite(node: unknown): boolean {
  if (!isNode(node)) return false;
  return (
    SUITE_WORDS.includes(nameOf(node) ?? '') || (node.type === 'MemberExpression' && isSuite(node.object))
  );
}

export const titlesAreUnique: Rule = {
  claim: 'no two tests of a file have the same title',
  check: (file) => {
    if (!isTestFile(file.path)) return [];
    const seen = new Set<string>();
    return nodesOf(file, 'CallExpression').flatMap((node) => {
      const title = titleOf(node);
      if (title === undefined) return [];
      if (seen.has(title)) return [`${at(file, node.start)} second test called "${title}"`];
      seen.add(title);
      return [];
    });
  },
};

function titleOf({ callee, arguments: words }: SyntaxNode): string | undefined {
  const [first] = Array.isArray(words) ? words : [];
  if (!isTestCall(callee) || !isNode(first)) return undefined;
  return first.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined;
}

// `test(…)`, `test.concurrent(…)` and the second call of `test.each(…)(…)`; a describe is not a test.
function isTestCall(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  const name = nameOf(callee);
  if (name) return name === 'test' || name === 'it';
  return isTestCall(callee.object ?? callee.callee);
}

export const waitsNameTheirBound: Rule = {
  claim: 'a test that waits says for how long, because a second is short on a busy machine',
  check: (file) =>
    nodesOf(file, 'CallExpression')
      .filter(({ callee }) => memberOf(callee) === 'vi.waitFor')
      .filter(({ arguments: words }) => Array.isArray(words) && words.length < 2)
      .map((node) => `${at(file, node.start)} waits for a second at most`),
};
