/** As in English. */
const maxNamed = 10;

export const receipts = {
  title: null,
  kinds: {
    training: 'Capacitación',
    settlements: 'Liquidaciones',
    reports: 'Reportes',
    'employee-files': 'Archivos del empleado',
  },
  about: null,
  allOpened: null,
  missing: null,
  noMatch: null,
  neverReplaced: null,
  noReceipts: null,
  none: null,
  fetchFailed: null,
  noneMissing: null,
  reminded: null,
  skipped: null,
  justReminded: null,
  remindFailed: null,
  remindWhom: null,
  mailSubject: 'Por favor, abra sus archivos',
  pleaseOpen: (names: readonly string[]) => {
    if (names.length === 1) return `Por favor, abra ${names[0]} en el portal.`;
    const more = names.length - maxNamed;
    const list = names.slice(0, maxNamed).join(', ') + (more > 0 ? ` y ${more} más` : '');
    return `Por favor, abra estos ${names.length} archivos en el portal: ${list}`;
  },
};
