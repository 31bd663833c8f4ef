/** Runs `action` on the leading edge and at most once per `pause` (ms); a call during the pause runs at its end. */
export function throttle(pause: number, action: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const rest = () => {
    timer = undefined;
    if (asked) ask();
  };
  function ask(): void {
    asked = timer !== undefined;
    if (asked) return;
    timer = setTimeout(rest, pause);
    action();
  }
  return { ask, stop: () => clearTimeout(timer) };
}
