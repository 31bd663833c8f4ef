import { usCalendarDay } from '../rules/dates.ts';

export const jobs = {
  detailFailed: 'No se pudo cargar el empleo.',
  fetchFailed: 'No se pudieron cargar los empleos.',
  added: null,
  updated: null,
  deleted: null,
  unauthorized: null,
  deleteFailed: null,
  deleteFailedBecause: null,
  confirmDelete: null,
  none: 'Por ahora no hay vacantes.',
  noMatch: (text: string, department: string) =>
    text === '' ? `¿Nada en ${department}?` : `¿Nada para “${text}”?`,
  showAll: (count: number) => (count === 1 ? 'Ver la vacante' : `Ver las ${count} vacantes`),
  loading: 'Cargando...',
  results: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  gone: 'Este empleo ya no está publicado.',
  closed: (lastDay: string) =>
    `Esta vacante se cerró el ${usCalendarDay(lastDay, 'es')}. Ya no recibimos solicitudes.`,
  closedTitle: 'Esta vacante está cerrada',
  closedText: 'Ya no recibimos solicitudes para este puesto. Gracias por su interés.',
  openJobs: 'Vacantes',
  detailUnreachable: 'No pudimos cargar este empleo. Inténtelo de nuevo en un momento.',
  listUnreachable: 'No pudimos cargar la lista. Inténtelo de nuevo en un momento.',
  payPeriodMissing: null,
  payFalls: null,
};
