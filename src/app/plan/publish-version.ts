import type { PlanVersion } from '../../domain/plan/version/plan-version.ts';
import type { Published } from '../../runtime/plan/publish.ts';
import { drawPlan } from '../../views/plan/plan-drawing.ts';
import type { VerbDeps } from '../deps.ts';
import { parsePlanText } from './parse-plan-text.ts';
import type { PlanDeps } from './plan-deps.ts';

export type PublishDeps = PlanDeps & Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by'>;

const NOTHING: Published = { touched: [], aside: null };

/** An approved version becomes plan.yaml, once: what a person writes there afterwards stays. */
export async function publishVersion(deps: PublishDeps, version: PlanVersion): Promise<Published> {
  const { store, plans, clock, by } = deps;
  const key = `plan/published/${version.id}`;
  if ((await store.findIntake(key)) !== undefined) return NOTHING;
  const { plan } = await parsePlanText(version.text);
  if (plan === null) return NOTHING;
  const published = await plans.publish(version.plan, {
    text: version.text,
    drawing: drawPlan(plan),
    isAsideKept: await isUnknown(deps, version),
  });
  const at = clock.now();
  const { aside } = published;
  const kept = aside === null ? '' : `; what lay there is ${aside}`;
  const note = `plan.yaml is version ${version.number} of ${version.plan}${kept}`;
  const journal = { at, by, note };
  const { runId } = version;
  await store.commit([
    { kind: 'add-intake', key, at, answer: '' },
    {
      kind: 'add-note',
      sessionId: null,
      event: 'plan-published',
      journal,
      ...(runId === null ? {} : { runId }),
    },
  ]);
  return published;
}

/** What lies there is in no row: a person wrote it, and it is more than the plan that was made empty. */
async function isUnknown({ store, plans, ids }: PublishDeps, { plan: name }: PlanVersion): Promise<boolean> {
  const located = await plans.find(name);
  if (!located.ok || located.value.text === null) return true;
  const { plan, text } = located.value;
  if (plan !== null && plan.tasks.length === 0) return false;
  const hash = ids.hash(text);
  return !(await store.listPlanVersions({ plan: name })).some(({ contentHash }) => contentHash === hash);
}
