import { NO_USAGE } from '../../domain/usage/usage.ts';
import type { Clock } from '../../runtime/clock/clock.ts';
import type { Store } from '../../store/store.ts';
import { renderMetrics } from '../../views/metrics-json.ts';

/** After the first change it waits this long for others. */
const GATHER_MS = 5_000;
/** To sum up many attempts takes a while; no more than a hundredth of the time goes into it. */
const REST_FACTOR = 100;
const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;

type MetricsDeps = Readonly<{
  store: Store;
  clock: Clock;
  draw: (text: string) => Promise<void>;
  onFault: (error: unknown) => void;
}>;

export type MetricsDrawer = Readonly<{
  /** Something changed. Costs nothing: the drawing comes later. */
  touch: () => void;
  /** Draws what is still to be drawn. */
  stop: () => Promise<void>;
}>;

/** Keeps metrics.json near the rows, beside everything else that happens. */
export function createMetricsDrawer(deps: MetricsDeps): MetricsDrawer {
  let timer: NodeJS.Timeout | null = null;
  let notBefore = 0;
  let drawing: Promise<void> = Promise.resolve();

  const draw = async (): Promise<void> => {
    timer = null;
    const began = deps.clock.now();
    await drawMetrics(deps);
    const ended = deps.clock.now();
    notBefore = ended + (ended - began) * REST_FACTOR;
  };
  const start = (): void => {
    drawing = draw().then(undefined, deps.onFault);
  };
  return {
    touch: () => {
      if (timer !== null) return;
      timer = setTimeout(start, Math.max(GATHER_MS, notBefore - deps.clock.now()));
      timer.unref();
    },
    stop: async () => {
      if (timer !== null) {
        clearTimeout(timer);
        start();
      }
      await drawing;
    },
  };
}

async function drawMetrics({ store, clock, draw }: MetricsDeps): Promise<void> {
  const at = clock.now();
  const [total] = await store.listUsage({ by: 'all', since: 0, now: at });
  const text = renderMetrics({
    at,
    total: total ?? NO_USAGE,
    days: await store.listUsage({ by: 'day', since: at - SHOWN_DAYS * DAY_MS, now: at }),
    states: await store.countSessions({}),
    work: await store.countWork({}),
    loops: await store.listLoops({ isLive: true }),
    openQuestions: (await store.listQuestions({ state: 'open' })).length,
  });
  await draw(text);
}
