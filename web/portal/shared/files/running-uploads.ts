let running = 0;

/** The browser's own question before the tab is closed or loaded anew. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Notes that an upload runs, so that nobody leaves it by mistake; the answer ends it. */
export function uploadBegins(): () => void {
  running += 1;
  if (running === 1) addEventListener('beforeunload', ask);
  let over = false;
  return () => {
    if (over) return;
    over = true;
    running -= 1;
    if (running === 0) removeEventListener('beforeunload', ask);
  };
}

/** Whether leaving the page would stop an upload. */
export function isUploading(): boolean {
  return running > 0;
}
