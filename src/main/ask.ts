import type { AppDeps, FolderDeps } from '../app/deps.ts';
import { type AnyVerb, needsTrust } from '../app/verb.ts';
import { type Ask, isVerbName, type ValueOf, VERBS, type VerbName } from '../app/verbs.ts';
import { type Outcome, refuse } from '../domain/outcome.ts';
import { type Caller, refusalFor } from './caller.ts';

export const loadVerb = (name: VerbName): Promise<AnyVerb> => VERBS[name]() as Promise<AnyVerb>;

/** Null when there is none of this name. */
export const findVerb = async (name: string): Promise<AnyVerb | null> =>
  isVerbName(name) ? loadVerb(name) : null;

/** Asks verbs of a project that is open already. */
export const askOf = (deps: AppDeps, folder: FolderDeps, { admit, caller }: Guards): Ask =>
  askWith({ project: async () => deps, folder, admit, caller });

/** Refuses where a project has to be trusted first, and the person does not trust it now. */
export type Admit = () => Promise<Outcome<null>>;

type Guards = Readonly<{
  admit: Admit;
  /** Verbs for persons are refused to agents. */
  caller: Caller;
}>;

export type Openers = Readonly<{
  project: (verb: AnyVerb) => Promise<AppDeps>;
  folder: FolderDeps;
}> &
  Guards;

/** Asks verbs, and opens the project for the first one that needs it. */
export const askWith =
  ({ project, folder, admit, caller }: Openers): Ask =>
  async <N extends VerbName>(...[name, input, watch]: Parameters<Ask>) => {
    const verb = await loadVerb(name);
    const refusal = await refusalFor(caller, verb);
    if (refusal !== null) return refuse(refusal);
    const admitted = needsTrust(verb) ? await admit() : null;
    if (admitted?.ok === false) return admitted;
    const outcome =
      verb.needs === 'folder'
        ? await verb.run(folder, input)
        : await verb.run(watch ? { ...(await project(verb)), watch } : await project(verb), input);
    return outcome as Outcome<ValueOf<N>>;
  };
