import { translated } from '../text/languages.ts';
import * as spanish from './duty.es.ts';

/** Messages about who is on duty and whether the office is open. */
export const duty = translated(spanish.duty, {
  title: 'Who is on duty',
  about: 'Everyone sees who is on duty in the chat and the directory. It ends by itself.',
  onDuty: 'On duty',
  until: (time: string) => `On duty until ${time}`,
  goOn: 'Set on duty',
  goOff: 'Set off duty',
  goOnOf: (name: string) => `Set on duty: ${name}`,
  goOffOf: (name: string) => `Set off duty: ${name}`,
  endTime: 'Until',
  endTimeHint: 'Central time. Leave blank for the end of office hours.',
  started: (name: string, time: string) => `${name} is on duty until ${time}.`,
  ended: (name: string) => `${name} is off duty.`,
  notAdmin: 'Only open accounts of admins can be on duty.',
  fetchFailed: "Couldn't load the admins.",
  saveFailed: "Couldn't save. Try again.",
  closed: (opens: string) => `Office is closed, opens ${opens}`,
});
