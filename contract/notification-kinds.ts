interface Kind {
  value: string;
  label: string;
  /** What it is about, for its switches. */
  about?: string;
  /** Only the office gets it. */
  isOffice?: true;
  /** Always in the bell: the office sees who has read it. */
  isAlwaysInApp?: true;
}

/** What a notification is about; each person chooses how they get each kind. The values are stored. */
export const notificationKinds = [
  { value: 'settlement', label: 'Settlements', about: 'A settlement is posted or replaced.' },
  {
    value: 'file',
    label: 'Training, reports and forms',
    about: 'A file is assigned to you or replaced.',
  },
  { value: 'submission', label: 'Returned forms', about: 'The office sets the status of a form.' },
  { value: 'hours', label: 'Hours', about: 'Your PTO or work hours change.' },
  { value: 'time_off', label: 'Time off', about: 'A request is made, decided or cancelled.' },
  { value: 'damage', label: 'Damages', about: 'A damage is added to your record.' },
  { value: 'claim', label: 'Damage claims', about: 'A claim is reported or moves.' },
  { value: 'driver_file', label: 'Driver file', about: 'A document is checked or expires soon.' },
  { value: 'question', label: 'Settlement questions', about: 'A question is asked or answered.' },
  { value: 'order', label: 'Store orders', about: 'An order is placed, ready or cancelled.' },
  {
    value: 'inquiry',
    label: 'Inquiries',
    about: 'One becomes yours or is overdue, or a customer answers or writes.',
    isOffice: true,
  },
  {
    value: 'testimonial',
    label: 'Testimonials',
    about: 'A client has written one.',
    isOffice: true,
  },
  {
    value: 'application',
    label: 'Applications',
    about: 'An applicant adds to or withdraws an application.',
    isOffice: true,
  },
  {
    value: 'announcement',
    label: 'Messages from the office',
    about: 'They always appear in the portal.',
    isAlwaysInApp: true,
  },
] as const satisfies readonly Kind[];

export type ChoosableKind = (typeof notificationKinds)[number]['value'];

/** `account`: changes of the password, the role and the like. It always gets through, so it can't be chosen. */
export type NotificationKind = ChoosableKind | 'account';

export const choosableKinds = notificationKinds.map(({ value }) => value) as [
  ChoosableKind,
  ...ChoosableKind[],
];

/** How a person gets a kind: in the bell, as push, by mail. */
export interface Channels {
  in_app: 0 | 1;
  push: 0 | 1;
  mail: 0 | 1;
}

export const defaultChannels: Channels = { in_app: 1, push: 1, mail: 0 };

/** The kind with its texts; undefined for `account`. */
export function kindOf(value: string): Kind | undefined {
  return notificationKinds.find((kind) => kind.value === value);
}
