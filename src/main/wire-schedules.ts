import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { VerbDeps } from '../app/deps.ts';
import type { ScheduleDeps } from '../app/schedule/schedule-deps.ts';
import type { ScheduleVerbs } from '../app/schedule/schedule-verbs.ts';
import type { Timetables } from '../runtime/schedule/timetables.ts';
import { lazy } from './lazy.ts';

const changes = () => import('../app/schedule/change-schedule.ts');
const looks = () => import('../app/schedule/show-schedule.ts');

export const loadTimetables = async (): Promise<Timetables> =>
  (await import('../runtime/schedule/real-timetables.ts')).realTimetables;

/** The verbs of schedules, on this machine; each is loaded when it is asked for. */
export function wireSchedules(verbDeps: VerbDeps, root: string): ScheduleVerbs {
  const hasFile = async (path: string): Promise<boolean> =>
    (await stat(resolve(root, path)).catch(() => null))?.isFile() ?? false;
  const deps: ScheduleDeps = { ...verbDeps, hasFile, timetables: lazy(loadTimetables) };
  return {
    addSchedule: async (input) => (await import('../app/schedule/add-schedule.ts')).addSchedule(deps, input),
    listSchedules: async () => (await looks()).listSchedules(deps),
    showSchedule: async (input) => (await looks()).showSchedule(deps, input),
    pauseSchedule: async (input) => (await changes()).pauseSchedule(deps, input),
    unpauseSchedule: async (input) => (await changes()).unpauseSchedule(deps, input),
    removeSchedule: async (input) => (await changes()).removeSchedule(deps, input),
    runSchedule: async (input) => (await changes()).runSchedule(deps, input),
  };
}
