/** Runs `action` on the leading edge and at most once per `pause` (ms); a call during the pause runs at its end. */
export function throttle(pause: number, action: () => void): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const rest = () => {
    timer = undefined;
    if (isPending) run();
  };
  function run(): void {
    isPending = timer !== undefined;
    if (isPending) return;
    timer = setTimeout(rest, pause);
    action();
  }
  function stop(): void {
    clearTimeout(timer);
    timer = undefined;
    isPending = false;
  }
  return { run, stop };
}
