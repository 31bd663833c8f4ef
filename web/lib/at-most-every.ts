/** The deed at once, then at most once in that time (ms) however often it is asked for; the last asking is never lost. */
export function atMostEvery(
  pause: number,
  deed: () => void,
): { ask: () => void; stop: () => void } {
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
    deed();
  }
  return { ask, stop: () => clearTimeout(timer) };
}
