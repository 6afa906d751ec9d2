import {
  at,
  isNode,
  nodesOf,
  type Rule,
  type SourceFile,
  SUITE_WORDS,
  type SyntaxNode,
  suiteWord,
} from './source-file.ts';

export const FILE_LINES = 400;
export const FUNCTION_LINES = 70;
export const LINE_CHARACTERS = 110;
export const PARAMETERS = 3;

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const SIGNATURES = ['TSMethodSignature', 'TSFunctionType', 'TSDeclareFunction'];

export const filesAreShort: Rule = {
  claim: `no file is longer than ${FILE_LINES} lines`,
  check: ({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > FILE_LINES ? [`${path} has ${lines} lines`] : [];
  },
};

export const linesAreShort: Rule = {
  claim: `no line is longer than ${LINE_CHARACTERS} characters`,
  check: ({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line].length > LINE_CHARACTERS ? [`${path}:${index + 1} has ${[...line].length} characters`] : [],
      ),
};

export const functionsAreShort: Rule = {
  claim: `no function is longer than ${FUNCTION_LINES} lines`,
  check: (file) =>
    nodesOf(file, ...FUNCTIONS)
      .filter((node) => !isSuite(node))
      .flatMap((node) => {
        const lines = file.text.slice(node.start, node.end).split('\n').length;
        return lines > FUNCTION_LINES ? [`${at(file, node.start)} a function of ${lines} lines`] : [];
      }),
};

/** A function that lists tests is as long as its list. */
function isSuite({ body }: SyntaxNode): boolean {
  if (!isNode(body) || !Array.isArray(body.body)) return false;
  return body.body.some((statement: SyntaxNode) => {
    const call = isNode(statement.expression) ? statement.expression : undefined;
    return call?.type === 'CallExpression' && SUITE_WORDS.includes(suiteWord(call.callee) ?? '');
  });
}

export const parametersAreFew: Rule = {
  claim: `no function takes more than ${PARAMETERS} parameters`,
  check: (file: SourceFile) =>
    nodesOf(file, ...FUNCTIONS, ...SIGNATURES).flatMap((node) => {
      const count = Array.isArray(node.params) ? node.params.length : 0;
      return count > PARAMETERS ? [`${at(file, node.start)} takes ${count} parameters`] : [];
    }),
};
