import { posix } from 'node:path';
import { KINDS } from '../../src/domain/question/kinds.ts';
import { listImports } from './imports.ts';
import {
  at,
  isNode,
  isTestFile,
  layerOf,
  nameOf,
  nodesOf,
  type Rule,
  type SourceFile,
} from './source-file.ts';

const FOLDER = 'src/domain/question/';

/** Where the behaviour of a question differs by its kind, the table of kinds has a column for it. */
export const kindsOfQuestionsStayInTheirTable: Rule = {
  claim: `only ${FOLDER} asks which kind a question is`,
  check: (file) => {
    if (!layerOf(file.path) || isTestFile(file.path) || file.path.startsWith(FOLDER)) return [];
    if (!knowsQuestions(file)) return [];
    const compared = nodesOf(file, 'BinaryExpression').filter(({ left, right }) =>
      [
        [left, right],
        [right, left],
      ].some(([kind, literal]) => isKind(kind) && isKindName(literal)),
    );
    const switched = nodesOf(file, 'SwitchStatement').filter(
      ({ discriminant, cases }) =>
        isKind(discriminant) && Array.isArray(cases) && cases.some(({ test }) => isKindName(test)),
    );
    return [...compared, ...switched].map(
      ({ start }) => `${at(file, start)} asks for the kind of a question`,
    );
  },
};

const knowsQuestions = (file: SourceFile): boolean =>
  listImports(file).some(({ specifier }) =>
    posix.join(posix.dirname(file.path), specifier).startsWith(FOLDER),
  );

function isKind(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'ChainExpression') return isKind(node.expression);
  return nameOf(node.type === 'MemberExpression' ? node.property : node) === 'kind';
}

const isKindName = (node: unknown): boolean =>
  isNode(node) && typeof node.value === 'string' && Object.hasOwn(KINDS, node.value);
