import type * as z from 'zod/mini';
import type { Outcome } from '../domain/outcome.ts';
import type { AskingDeps } from './asking/intake-request.ts';
import type { AgentRequest, AskingOutcome } from './asking/request.ts';
import type { AppDeps, PlaceDeps } from './deps.ts';

/** Who may ask. What an agent says never counts as a person's consent. */
export type Asks = 'person' | 'agent' | 'anyone';

type Form<Input, Value, Answer> = Readonly<{
  /** Stable: `<noun>.<verb>`, as programs and other doors name it. */
  name: string;
  /** One line, for lists of verbs. */
  summary: string;
  asks: Asks;
  /** It changes nothing. */
  reads: boolean;
  input: z.ZodMiniType<Input>;
  /** The schema of the JSON that every door gives; loaded only where an answer is checked or described. */
  answer(): Promise<z.ZodMiniType<Answer>>;
  json(value: Value): Answer;
}>;

/** One thing that can be asked of a project, with all that a door needs to ask it. */
export type Verb<Input, Value, Answer> = Form<Input, Value, Answer> &
  Readonly<{
    needs: 'project';
    run(deps: AppDeps, input: Input): Promise<Outcome<Value>>;
    /**
     * The way in for an agent: its request came as a file, and takes effect exactly once. A verb without it
     * is run in the process of the command, for agents too.
     */
    intake?(deps: AskingDeps, request: AgentRequest<Input>): Promise<AskingOutcome>;
  }>;

/** One that needs no open project: it looks at the machine, or makes the project. */
export type PlaceVerb<Input, Value, Answer> = Form<Input, Value, Answer> &
  Readonly<{ needs: 'place'; run(deps: PlaceDeps, input: Input): Promise<Outcome<Value>> }>;

export type AnyVerb = Verb<unknown, unknown, unknown> | PlaceVerb<unknown, unknown, unknown>;

export const verb = <Input, Value, Answer>(
  form: Omit<Verb<Input, Value, Answer>, 'needs'>,
): Verb<Input, Value, Answer> => ({ ...form, needs: 'project' });

export const placeVerb = <Input, Value, Answer>(
  form: Omit<PlaceVerb<Input, Value, Answer>, 'needs'>,
): PlaceVerb<Input, Value, Answer> => ({ ...form, needs: 'place' });
