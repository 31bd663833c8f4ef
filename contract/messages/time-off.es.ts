import { usCalendarDay } from '../rules/dates.ts';

const usDay = (date: string) => usCalendarDay(date, 'es');

const period = ({ from_date, to_date }: { from_date: string; to_date: string }) =>
  from_date === to_date ? usDay(from_date) : `${usDay(from_date)} al ${usDay(to_date)}`;

const hoursText = (hours: number) =>
  `${hours.toLocaleString('es-US')} ${hours === 1 ? 'hora' : 'horas'}`;

const closed = { approved: 'aprobada', declined: 'rechazada', cancelled: 'cancelada' };

export const timeOff = {
  loading: 'Cargando días libres…',
  requested: 'Su solicitud se envió a la oficina.',
  recorded: null,
  recordedAsRequest: null,
  updated: {
    requested: null,
    approved: null,
    declined: null,
    cancelled: 'Días libres cancelados.',
  },
  notLinked: 'Su cuenta no tiene registro de empleado. Pida a la oficina que lo agregue.',
  endsEarly: 'Elija un último día que no sea antes del primero.',
  tooLong: 'Elija un período de hasta un año.',
  tooOld: (earliest: string) => `Elija un primer día a partir del ${usDay(earliest)}.`,
  noWorkingDay: 'Todos estos días son fin de semana o feriados. Elija un día de trabajo.',
  hoursRange: (max: number) => `Escriba de 0.25 a ${max.toLocaleString('es-US')} horas.`,
  badStatus: null,
  badFilter: null,
  reasonMissing: null,
  alreadyDecided: (status: keyof typeof closed) => `Esta solicitud ya estaba ${closed[status]}.`,
  tooLateToUndo: null,
  alreadyStarted: 'Estos días libres ya empezaron. Pida a la oficina que los cambie.',
  notEnough: null,
  unknownEmployee: null,
  clash: (
    other: Parameters<typeof period>[0] & { hours: number },
    isApproved: boolean,
    name: string | null,
  ) =>
    `${name === null ? 'Usted ya tiene' : `${name} ya tiene`} días libres ${isApproved ? 'aprobados' : 'solicitados'}: ${period(other)} (${hoursText(other.hours)}). Un día tiene 8 horas, así que elija otros días o menos horas.`,
  off: (kind: string, time: Parameters<typeof period>[0], hours: number) =>
    `${kind} ${time.from_date === time.to_date ? 'el' : 'del'} ${period(time)} (${hoursText(hours)})`,
  notices: {
    requested: null,
    recorded: (what: string) => `La oficina registró sus días libres: ${what}.`,
    undoneOf: null,
    undone: (what: string) =>
      `La oficina retiró la aprobación de sus días libres: ${what}. Decidirá de nuevo.`,
    approved: (what: string, reason: string) =>
      `Se aprobaron sus días libres: ${what}.${reason && ` ${reason}`}`,
    declined: (what: string, reason: string) => `Se rechazaron sus días libres: ${what}. ${reason}`,
    cancelled: (what: string, reason: string) =>
      `La oficina canceló sus días libres: ${what}.${reason && ` ${reason}`}`,
    decided: null,
    withdrawn: null,
  },
  calendarName: (company: string) => `Días libres de ${company}`,
  hoursOf: hoursText,
  awayTitle: (name: string) => `${name} no está`,
  fetchFailed: 'No se pudieron cargar los días libres.',
  balanceFailed: 'No se pudo cargar el saldo.',
  none: 'Todavía no hay días libres.',
  nonePending: null,
  noMatch: 'Ningún día libre coincide con este filtro.',
  sendFailed: 'No se pudo enviar la solicitud. Inténtelo de nuevo.',
  updateFailed: null,
  cancelFailed: 'No se pudieron cancelar los días libres. Inténtelo de nuevo.',
  gone: 'No se encontraron estos días libres, o no tiene acceso.',
  confirmDiscard: '¿Descartar esta solicitud?',
  recordHint: null,
  recordOverBalance: null,
  overBalance: 'Esto pasa de su saldo. La oficina solo puede aprobarla si antes le agrega horas.',
  skips: 'Los fines de semana y los feriados no cuentan.',
  hoursMissing: 'Escriba las horas en total.',
  nobodyAway: (department: string) =>
    `Nadie más${department && ` de ${department}`} tiene libres estos días.`,
  nobodyInMonth: (month: string) => `Nadie tiene días libres en ${month}.`,
  reasonHint: null,
  confirmCancel: '¿Cancelar estos días libres?',
  subscribeOwn:
    'Suscríbase una vez, y sus días libres aprobados se agregan solos. Quien tenga la dirección puede verlos, así que no la comparta. Con una contraseña nueva la dirección cambia.',
  subscribeOffice: null,
  calendarFailed: 'No se pudo cargar la dirección del calendario.',
  calendarRenewed: 'El calendario tiene una dirección nueva. La anterior ya no funciona.',
  renewFailed: 'No se pudo cambiar la dirección. Inténtelo de nuevo.',
  confirmRenew: '¿Cambiar la dirección del calendario?',
  renewEffect:
    'Los calendarios con la dirección anterior dejan de actualizarse. Suscríbase de nuevo con la nueva.',
};
