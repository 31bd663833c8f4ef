import { usCalendarDay } from '../rules/dates.ts';

export const damages = {
  employeeMissing: null,
  dateTooLate: 'Elija una fecha que no pase de mañana.',
  added: null,
  updated: null,
  deleted: null,
  none: 'No hay daños.',
  loading: 'Cargando datos...',
  unknownRole: 'Rol desconocido.',
  unknownEmployee: 'Desconocido',
  fetchFailed: 'No se pudieron cargar los daños.',
  fetchEmployeesFailed: null,
  deleteFailed: null,
  saveFailed: null,
  saveFailedBecause: null,
  notice: (date: string, amount: number) =>
    `Se agregó a su registro un daño de $${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })} del ${usCalendarDay(date, 'es')}.`,
  noticeOfMany: (count: number) => `Se agregaron ${count} daños a su registro.`,
  noMatch: 'Ningún daño coincide con esta búsqueda.',
  gone: 'Alguien eliminó este daño. La lista ya está al día.',
  confirmDiscard: '¿Descartar sus cambios en este daño?',
  acknowledged: null,
  paid: null,
  mayLoseClaim: null,
  losesClaim: null,
  confirmDelete: null,
};
