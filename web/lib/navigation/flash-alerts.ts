import { readStored, writeStored } from '../device/storage.ts';

/** A message for the next page of this tab, shown after a navigation or a reload. */
export interface FlashAlert {
  text: string;
  tone: 'error' | 'success' | 'info';
}

const key = 'headrack.alerts';

const read = () => (readStored(key, 'session') ?? []) as FlashAlert[];

/** Stores an alert for the next page of this tab; the same text is stored once. */
export function addFlashAlert(text: string, tone: FlashAlert['tone']): void {
  const others = read().filter((alert) => alert.text !== text);
  writeStored(key, [...others, { text, tone }], 'session');
}

/** Removes and returns the stored alerts, oldest first. */
export function takeFlashAlerts(): FlashAlert[] {
  const alerts = read();
  if (alerts.length > 0) writeStored(key, null, 'session');
  return alerts;
}
