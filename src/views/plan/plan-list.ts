import type { PlanCheckAnswer, PlanListAnswer } from '../../contract/answer/plan.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { Run } from '../../domain/run/run.ts';
import { oneLine, shortLine } from '../one-line.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

type Finding = PlanCheckAnswer['findings'][number];
type CheckedPlan = Readonly<{
  name: string;
  file: string;
  plan: Plan | null;
  findings: readonly Finding[];
}>;

const GOAL_LETTERS = 80;

type ListedPlan = CheckedPlan & Readonly<{ run: Run | null }>;

export function renderPlanTable(plans: readonly ListedPlan[], style: Style): string {
  if (plans.length === 0) return 'No plans yet. Begin one: swarm plan new <task>\n';
  const rows = plans.map(({ name, plan, findings, run }) => [
    { text: name, paint: findings.length === 0 ? style.bold : style.red },
    String(plan?.tasks.length ?? '-'),
    String(plan?.agents.length ?? '-'),
    checkOf(findings.length),
    run === null ? '-' : `${run.state} ${run.progress}%`,
    shortLine(plan?.goal ?? '', GOAL_LETTERS),
  ]);
  const broken = plans.filter((one) => !isSound(one)).length;
  const note = broken === 0 ? '' : `\n❌ ${broken} with findings: swarm plan check\n`;
  return `${renderTable([['NAME', 'TASKS', 'AGENTS', 'CHECK', 'NEWEST RUN', 'GOAL'], ...rows], [16])}${note}`;
}

/** A line each, with what to do about it. */
function checkOf(findings: number): string {
  if (findings === 0) return 'sound';
  return findings === 1 ? '1 finding' : `${findings} findings`;
}

export const renderFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ file, line, at, rule, problem, advice }) => {
      const where = at === '' ? '' : `${at}: `;
      return `❌ ${file}:${line}: ${oneLine(`${where}${problem}; ${advice}`)} (${rule})\n`;
    })
    .join('');

export function renderPlanCheck(plans: readonly CheckedPlan[]): string {
  const good = plans.filter(isSound).length;
  const findings = plans.flatMap((one) => one.findings);
  return `${renderFindings(findings)}${good} good, ${plans.length - good} with findings\n`;
}

export const isSound = ({ findings }: Pick<CheckedPlan, 'findings'>): boolean => findings.length === 0;

export const planListJson = (plans: readonly ListedPlan[]): PlanListAnswer => ({
  plans: plans.map(({ name, file, plan, findings, run }) => ({
    name,
    goal: plan?.goal ?? null,
    tasks: plan?.tasks.length ?? 0,
    agents: plan?.agents.map(({ role }) => role) ?? [],
    file,
    findings: findings.length,
    run: run && { run_id: run.id, state: run.state, progress: run.progress },
  })),
});

export const planCheckJson = (plans: readonly CheckedPlan[]): PlanCheckAnswer => ({
  good: plans.filter(isSound).map(({ name }) => name),
  findings: plans.flatMap(({ findings }) => findings),
});
