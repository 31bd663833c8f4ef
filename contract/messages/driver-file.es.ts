import { usCalendarDay } from '../rules/dates.ts';

const usDay = (date: string) => usCalendarDay(date, 'es');

const whenOf = (date: string, days: number) => {
  if (days < 0) return `venció el ${usDay(date)}`;
  if (days === 0) return 'vence hoy';
  return `vence el ${usDay(date)}, en ${days} ${days === 1 ? 'día' : 'días'}`;
};

export const driverFile = {
  title: 'Expediente del chofer',
  statuses: {
    ...{ missing: 'Falta', ok: 'Vigente', due: 'Por vencer', expired: 'Vencido' },
    unchecked: 'Por revisar',
  },
  allDrivers: 'Todos los choferes',
  fileMissing: 'Seleccione un archivo.',
  expiresFirst: 'Elija una fecha de vencimiento que no sea antes de la de emisión.',
  added: null,
  fromOffice: 'La oficina agrega este documento.',
  sentToCheck: 'Documento enviado. La oficina lo revisa.',
  saved: null,
  checked: null,
  refused: null,
  deleted: null,
  deleteFailed: null,
  confirmDelete: null,
  deleteEffect: null,
  nothingWaits: null,
  nothingThere: null,
  notFound: 'No se encontró el expediente o usted no tiene acceso.',
  fetchFailed: 'No se pudo cargar su expediente.',
  historyFailed: null,
  saveFailed: null,
  uploadFailed: 'No se pudo subir el documento. Inténtelo de nuevo.',
  none: null,
  notLinked: 'Su cuenta todavía no tiene registro de empleado. Pida a la oficina que lo agregue.',
  noMatch: null,
  searchOthers: null,
  notNeeded: 'Su puesto no necesita estos documentos. Suba uno si la oficina se lo pide.',
  uploaded: null,
  approved: (kind: string) => `La oficina revisó su documento: ${kind}.`,
  removed: (kind: string) => `La oficina eliminó un documento de su expediente: ${kind}.`,
  rejected: (kind: string, reason: string) =>
    `La oficina no puede aceptar su documento (${kind}). Motivo: ${reason} Suba uno nuevo.`,
  remindDriver: (kind: string, date: string, days: number, isWaiting: boolean) =>
    `${kind}: su documento ${whenOf(date, days)}. ${isWaiting ? 'La oficina todavía tiene que revisar el nuevo.' : 'Suba el nuevo en su expediente.'}`,
  remindOffice: null,
  remindOfficeOf: null,
};
