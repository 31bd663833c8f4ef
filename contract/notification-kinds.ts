import { t } from './text/languages.ts';

interface Kind {
  value: string;
  label: string;
  /** What it is about, for its switches. */
  about?: string;
  /** Left out where only the office reads them. */
  spanish?: { label: string; about: string };
  /** Only the office gets it. */
  isOffice?: true;
  /** Always in the bell: the office sees who has read it. */
  isAlwaysInApp?: true;
}

/** What a notification is about; each person chooses how they get each kind. The values are stored. */
export const notificationKinds = [
  {
    value: 'settlement',
    label: 'Settlements',
    about: 'A settlement is posted or replaced.',
    spanish: { label: 'Liquidaciones', about: 'Se publica o se reemplaza una liquidación.' },
  },
  {
    value: 'file',
    label: 'Training, reports and forms',
    about: 'A file is assigned to you or replaced.',
    spanish: {
      label: 'Capacitación, reportes y formularios',
      about: 'Se le asigna o se le reemplaza un archivo.',
    },
  },
  {
    value: 'submission',
    label: 'Returned forms',
    about: 'The office sets the status of a form.',
    spanish: {
      label: 'Formularios entregados',
      about: 'La oficina revisa un formulario que entregó.',
    },
  },
  {
    value: 'hours',
    label: 'Hours',
    about: 'Your PTO or work hours change.',
    spanish: { label: 'Horas', about: 'Cambian sus horas de PTO o de trabajo.' },
  },
  {
    value: 'time_off',
    label: 'Time off',
    about: 'A request is made, decided or cancelled.',
    spanish: { label: 'Días libres', about: 'Se hace, se decide o se cancela una solicitud.' },
  },
  {
    value: 'damage',
    label: 'Damages',
    about: 'A damage is added to your record.',
    spanish: { label: 'Daños', about: 'Se agrega un daño a su registro.' },
  },
  {
    value: 'claim',
    label: 'Damage claims',
    about: 'A claim is reported or moves.',
    spanish: { label: 'Reclamos por daños', about: 'Se reporta un reclamo o hay un avance.' },
  },
  {
    value: 'driver_file',
    label: 'Driver file',
    about: 'A document is checked or expires soon.',
    spanish: { label: 'Expediente del chofer', about: 'Se revisa un documento o está por vencer.' },
  },
  {
    value: 'question',
    label: 'Settlement questions',
    about: 'A question is asked or answered.',
    spanish: {
      label: 'Preguntas sobre liquidaciones',
      about: 'Se hace o se contesta una pregunta.',
    },
  },
  {
    value: 'order',
    label: 'Store orders',
    about: 'An order is placed, ready or cancelled.',
    spanish: {
      label: 'Pedidos de la tienda',
      about: 'Un pedido se hace, está listo o se cancela.',
    },
  },
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
    spanish: { label: 'Mensajes de la oficina', about: 'Siempre aparecen en el portal.' },
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

/** The texts of a kind in the language of the reader. */
export const kindTexts = ({ label, about, spanish }: Kind): Pick<Kind, 'label' | 'about'> => {
  const english = { label, about };
  return t(english, spanish ?? english);
};
