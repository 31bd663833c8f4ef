import { translated } from '#contract/text/languages.ts';
import * as spanish from './messages.es.ts';

/** Messages of what waits on the device until the connection is back. */
export const outbox = translated(spanish.outbox, {
  /** The calls that may wait, by endpoint. */
  labels: {
    createTimeOff: 'Time off request',
    // Employees only cancel with it.
    updateTimeOff: 'Cancellation of time off',
    createClaim: 'Damage report',
    createClaimPhoto: 'Photo of a damage',
    updateClaimResponse: 'Response to a claim',
    submitVersion: 'Completed form',
    uploadDriverDocument: 'Document for your driver file',
    askSettlementQuestion: 'Settlement question',
    writeSettlementQuestion: 'Message about a settlement',
    react: 'Reaction',
    confirmNotification: 'Confirmation',
    acknowledgeDocument: 'Confirmation that you read a file',
  } as Record<string, string>,
  waiting: "You're offline. It's saved on this device and sends when you reconnect.",
  waits: 'Waiting to send',
  sent: (label: string) => `Sent: ${label}.`,
  sending: 'Sending…',
  /** Beside the reason. */
  refused: 'Not sent',
  tooOld: 'It waited for more than 14 days. Check that it is still needed and try again.',
  count: (count: number) => (count === 1 ? '1 waiting to send' : `${count} waiting to send`),
  refusedCount: (count: number) => (count === 1 ? '1 not sent' : `${count} not sent`),
  messages: (count: number) => (count === 1 ? '1 chat message' : `${count} chat messages`),
  title: 'Waiting to send',
  about: 'These are saved on this device. They send in this order when you have a connection.',
  empty: 'Everything is sent.',
  retry: 'Try again',
  discard: 'Discard',
  confirmDiscard: (label: string) => `Discard “${label}”? It won't be sent.`,
  discardAll: (count: number) =>
    count === 1
      ? "1 item hasn't been sent. Log out and discard it?"
      : `${count} items haven't been sent. Log out and discard them?`,
  offline: "You're offline.",
  asOf: (time: string) => `You're offline. This page is as of ${time}.`,
});
