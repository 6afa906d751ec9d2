type IdleDeps = Readonly<{ isIdle: () => Promise<boolean>; afterMs: number | null; onIdle: () => void }>;

const LOOKS = 4;

/** Says once that nothing has been left to do for so long. Null means: never. */
export function idleWatch({ isIdle, afterMs, onIdle }: IdleDeps): { close: () => void } {
  if (afterMs === null) return { close: () => {} };
  let idleLooks = 0;
  const look = async (): Promise<void> => {
    idleLooks = (await isIdle()) ? idleLooks + 1 : 0;
    if (idleLooks >= LOOKS) onIdle();
  };
  const timer = setInterval(() => void look().catch(() => undefined), Math.max(1, afterMs / LOOKS));
  timer.unref();
  return { close: () => clearInterval(timer) };
}
