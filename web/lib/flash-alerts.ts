/** A message for the next page of this tab, shown after a navigation or a reload. */
export interface FlashAlert {
  text: string;
  tone: 'error' | 'success' | 'info';
}

const key = 'headrack.notices';

function read(): FlashAlert[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as FlashAlert[];
  } catch {
    return [];
  }
}

/** Stores an alert for the next page of this tab; the same text is stored once. */
export function addFlashAlert(text: string, tone: FlashAlert['tone']): void {
  const alerts = read().filter((alert) => alert.text !== text);
  try {
    sessionStorage.setItem(key, JSON.stringify([...alerts, { text, tone }]));
  } catch {
    // Storage is blocked: the navigation goes on without the message.
  }
}

/** Removes and returns the stored alerts, oldest first. */
export function takeFlashAlerts(): FlashAlert[] {
  const alerts = read();
  if (alerts.length > 0) sessionStorage.removeItem(key);
  return alerts;
}
