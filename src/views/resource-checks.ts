import type { MachineMeans } from '../domain/resource/limiter.ts';
import type { Check } from './check-list.ts';
import { okCheck } from './health-checks.ts';
import { holdableWords } from './resource-text.ts';

/** What sessions can be limited to here, and by what. */
export const checkMeans = (machine: MachineMeans): Check =>
  okCheck('limits', `sessions can be held to ${holdableWords(machine).join(', ')}`);
