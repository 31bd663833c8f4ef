import { readToken } from '#web/lib/session/session.ts';

let running = 0;

/** Makes the browser ask before the tab closes or reloads. Once the session has ended, the server refuses the upload. */
function ask(event: BeforeUnloadEvent): void {
  if (readToken() !== null) event.preventDefault();
}

/** Marks an upload as running; call the returned function when it ends. */
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
