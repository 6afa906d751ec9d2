import { AGENT_CLIS } from '../../src/contract/agent-cli.ts';
import { at, isTestFile, nodesOf, type Rule, type SyntaxNode } from './source-file.ts';

const LISTED_IN = 'src/contract/agent-cli.ts';
const NAMES: ReadonlySet<unknown> = new Set(AGENT_CLIS);

export const agentNamesAreListedOnce: Rule = {
  claim: `agent CLIs are listed in ${LISTED_IN} alone, so that a new one is known everywhere`,
  check: (file) =>
    !file.path.startsWith('src/') || isTestFile(file.path) || file.path === LISTED_IN
      ? []
      : nodesOf(file, 'ArrayExpression')
          .filter(({ elements }) => countNames(elements as readonly (SyntaxNode | null)[]) > 1)
          .map(({ start }) => `${at(file, start)} lists agent CLIs again`),
};

const countNames = (elements: readonly (SyntaxNode | null)[]): number =>
  elements.filter((element) => NAMES.has(element?.value)).length;
