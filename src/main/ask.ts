import type { AppDeps, PlaceDeps } from '../app/deps.ts';
import type { AnyVerb } from '../app/verb.ts';
import { type Ask, type ValueOf, VERBS, type VerbName } from '../app/verbs.ts';
import { type Outcome, refuse } from '../domain/outcome.ts';

export const loadVerb = (name: VerbName): Promise<AnyVerb> => VERBS[name]() as Promise<AnyVerb>;

/** Asks verbs of a project that is open already. */
export const askOf = (deps: AppDeps, place: PlaceDeps): Ask => askWith({ project: async () => deps, place });

export type Openers = Readonly<{
  project: () => Promise<AppDeps>;
  place: PlaceDeps;
  /** An agent asks, from inside its attempt: verbs for persons are refused. */
  isAgent?: boolean;
}>;

/** Asks verbs, and opens the project for the first one that needs it. */
export const askWith =
  ({ project, place, isAgent = false }: Openers): Ask =>
  async <N extends VerbName>(...[name, input, watch]: Parameters<Ask>) => {
    const verb = await loadVerb(name);
    if (isAgent && verb.asks === 'person') return refuse({ code: 'not-from-attempt', verb: name });
    const outcome =
      verb.needs === 'place'
        ? await verb.run(place, input)
        : await verb.run(watch ? { ...(await project()), watch } : await project(), input);
    return outcome as Outcome<ValueOf<N>>;
  };
