/** A word that names a run of a plan. */
export const PLAN_OR_RUN = {
  name: 'plan|run',
  key: 'plan',
  about: 'Name of a plan, for its newest run, or id of a run',
  offers: 'plan',
} as const;
