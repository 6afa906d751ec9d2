import type * as z from 'zod/mini';
import type { Outcome } from '../domain/outcome.ts';
import type { AskingDeps } from './asking/intake-request.ts';
import type { AgentRequest, AskingOutcome } from './asking/request.ts';
import type { AppDeps, FolderDeps } from './deps.ts';

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
  /** Whether the project has to be trusted first; if left out, it has to be unless the verb only reads. */
  needsTrust?: boolean;
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

/** One that needs a folder, and no open project: it observes the machine, or makes the project. */
export type FolderVerb<Input, Value, Answer> = Form<Input, Value, Answer> &
  Readonly<{ needs: 'folder'; run(deps: FolderDeps, input: Input): Promise<Outcome<Value>> }>;

export type AnyVerb = Verb<unknown, unknown, unknown> | FolderVerb<unknown, unknown, unknown>;

export const needsTrust = ({ reads, needsTrust: needs = !reads }: AnyVerb): boolean => needs;

export const verb = <Input, Value, Answer>(
  form: Omit<Verb<Input, Value, Answer>, 'needs'>,
): Verb<Input, Value, Answer> => ({ ...form, needs: 'project' });

export const folderVerb = <Input, Value, Answer>(
  form: Omit<FolderVerb<Input, Value, Answer>, 'needs'>,
): FolderVerb<Input, Value, Answer> => ({ ...form, needs: 'folder' });
