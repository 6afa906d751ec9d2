import { at, isTestFile, type Located, layerOf, memberOf, nameOf, type Rule } from './source-file.ts';

const PURE_LAYERS = ['domain', 'views'];
const IMPURE_GLOBALS = new Set([
  'process',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'crypto',
  'console',
  'globalThis',
]);
const IMPURE_MEMBERS = new Set(['Date.now', 'Math.random']);

export const pureLayersArePure: Rule = {
  claim: 'domain and views know no clock, no chance and no outside world',
  check: (file) => {
    const layer = layerOf(file.path);
    if (isTestFile(file.path) || !layer || !PURE_LAYERS.includes(layer)) return [];
    return file.nodes.flatMap((located) => {
      const impurity = impurityOf(located);
      return impurity ? [`${at(file, located.node.start)} ${impurity} in ${layer}`] : [];
    });
  },
};

function impurityOf({ node, parent, field }: Located): string | undefined {
  const member = memberOf(node);
  if (member && IMPURE_MEMBERS.has(member)) return member;
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && isEmpty(node.arguments)) {
    return 'new Date() without a time';
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'Date()';
  const name = nameOf(node);
  return name && IMPURE_GLOBALS.has(name) && !isOnlyAName({ node, parent, field }) ? name : undefined;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** `x.process`, `{ process: 1 }` and `type A = { process: string }` name a property, not the global. */
function isOnlyAName({ parent, field }: Located): boolean {
  if (!parent || parent.computed === true) return false;
  return field === 'property' || field === 'key';
}
