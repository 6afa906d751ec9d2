import type { ReadPlan } from '../../contract/plan/parse-plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { PlanFacts } from '../../domain/plan/check/finding.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { Published, Publishing } from '../../runtime/plan/publish.ts';

/** `text`: what the file holds; null where it cannot be read. */
export type LocatedPlan = Readonly<{ name: string; file: string; text: string | null }> & ReadPlan;

/** The plans of a project, as their files say them. */
export interface Plans {
  names(): Promise<readonly string[]>;
  list(): Promise<readonly LocatedPlan[]>;
  /** By its name, or by the path of its file. */
  find(nameOrFile: string): Promise<Outcome<LocatedPlan>>;
  /** What a plan is checked against. */
  observeFacts(plan: Plan): Promise<PlanFacts>;
  /** The folder of a plan, from the root of the project. */
  folderOf(name: string): Promise<string>;
  /** What was talked over; null where there is no such file. */
  readSummary(name: string): Promise<string | null>;
  /** Makes plan.yaml hold a text, with all that is drawn from it. */
  publish(name: string, publishing: Publishing): Promise<Published>;
  /** A shown file in the folder of a plan. */
  draw(name: string, path: string, text: string): Promise<void>;
  /** Whether there is one folder for one plan, which one run at a time can use. */
  isOnePlan(): Promise<boolean>;
}

export type PlanDeps = Readonly<{ plans: Plans }>;
