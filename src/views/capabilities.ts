import type { Agent } from '../domain/agent/agent.ts';

type Can = Agent['can'];

/** What people ask of an agent CLI first, in the words of `doctor` and of docs/CLIS.md. */
export const CAPABILITIES: readonly (readonly [string, (can: Can) => boolean])[] = [
  ['two-way', ({ manyTurns }) => manyTurns],
  ['steer', ({ steers }) => steers],
  ['permissions', ({ asksPermission }) => asksPermission],
  ['tokens', ({ tellsEvents }) => tellsEvents],
  ['cost', ({ tellsCost }) => tellsCost],
  ['resume', ({ resume }) => resume],
  ['screen', ({ interactive }) => interactive],
];

/** In one line, as "two-way, resume; not: steer, screen". */
export function renderCapabilities(can: Can): string {
  const named = (isThere: boolean): string =>
    CAPABILITIES.filter(([, has]) => has(can) === isThere)
      .map(([word]) => word)
      .join(', ');
  const [yes, no] = [named(true), named(false)];
  return [yes, no === '' ? '' : `not: ${no}`].filter((part) => part !== '').join('; ');
}
