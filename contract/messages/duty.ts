/** Messages about who is on duty and whether the office is open. */
export const duty = {
  title: 'Who is on duty',
  about: 'Everyone sees who is on duty in the chat and the directory. It ends by itself.',
  onDuty: 'On duty',
  until: (time: string) => `On duty until ${time}`,
  startOwn: 'Go on duty',
  start: (name: string) => `Set ${name} on duty`,
  end: (name: string) => `Set ${name} off duty`,
  endTime: 'Until',
  endTimeHint: 'Central time. Leave blank for the end of office hours.',
  started: (name: string, time: string) => `${name} is on duty until ${time}.`,
  ended: (name: string) => `${name} is off duty.`,
  notAdmin: 'Only open accounts of admins can be on duty.',
  saveFailed: "Couldn't save. Try again.",
  fetchFailed: "Couldn't load who is on duty.",
  closed: (opens: string) => `Office is closed, opens ${opens}`,
} as const;
