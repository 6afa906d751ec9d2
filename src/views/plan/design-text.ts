import type { Plan } from '../../domain/plan/plan.ts';
import type { VersionFinding } from '../../domain/plan/version/plan-version.ts';
import { drawPlan } from './plan-drawing.ts';

const FINDINGS_SHOWN = 50;

/** The design as its verifier reads it: the coordination plan, then what each agent is told. */
export const renderDesign = (plan: Plan): string =>
  drawPlan(plan)
    .files.filter(([path]) => path.endsWith('.md'))
    .map(([path, text]) => `--- ${path} ---\n\n${text.trim()}`)
    .join('\n\n');

/** What the checker found in a version, a line each. */
export function renderTold(version: number, findings: readonly VersionFinding[]): string {
  const lines = findings
    .slice(0, FINDINGS_SHOWN)
    .map(
      ({ line, rule, at, problem, advice }) =>
        `plan.yaml:${line}: ${at === '' ? '' : `${at}: `}${problem}; ${advice} (${rule})`,
    );
  const rest = findings.length - lines.length;
  const found = findings.length === 1 ? 'this' : `${findings.length} things`;
  return [
    `Version ${version} cannot be run, the checker found ${found}:`,
    ...lines,
    ...(rest > 0 ? [`… and ${rest} more: swarm plan check ./plan.yaml`] : []),
  ].join('\n');
}
