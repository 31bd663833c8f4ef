import { files } from './files.es.ts';

function notices(one: string, isFemale: boolean, page: string) {
  return {
    notice: (name: string) => `${isFemale ? 'Nueva' : 'Nuevo'} ${one}: ${name}. Está en ${page}.`,
    replaced: (name: string) =>
      `Se reemplazó ${isFemale ? 'la' : 'el'} ${one} ${name}. ${isFemale ? 'Ábrala' : 'Ábralo'} de nuevo en ${page}.`,
  };
}

export const documents = {
  fileMissing: files.missing,
  usersMissing: null,
  noUsers: null,
  generating: 'Preparando el enlace…',
  needsConnection: 'Se abre cuando vuelva la conexión',
  uploaded: null,
  updated: null,
  forNobody: null,
  deleted: null,
  fetchUsersFailed: null,
  uploadFailed: null,
  updateFailed: null,
  deleteFailed: null,
  confirmDelete: null,
  unknownUser: null,
  gone: 'Alguien más eliminó este archivo.',
  confirmRead: 'Ya leí esto',
  acknowledged: 'Gracias. La oficina puede ver que ya leyó esto.',
  confirmFailed: 'No se pudo confirmar. Inténtelo de nuevo.',
  notOpened: 'Primero abra este archivo y después confirme que lo leyó.',
  notAsked: 'La oficina no le pidió confirmar este archivo.',
  receiptsStartOver: null,
  askToConfirm: null,
  videoFailed: 'No se pudo reproducir este video aquí.',
  videoElsewhere: 'Ábralo en otra pestaña',
  confirmDiscard: null,
  newSettlements: (count: number) => `${count} liquidaciones nuevas. Están en Liquidaciones.`,
  netPay: 'Pago neto',
  yearToDate: (year: string) => `Pago neto de ${year} hasta hoy`,
  fromSettlements: (known: number, all: number) =>
    known === all
      ? `de ${all} ${all === 1 ? 'liquidación' : 'liquidaciones'}`
      : `de ${known} de ${all} liquidaciones; las demás no dicen un monto claro`,
  sortBy: null,
  nobodyOpened: null,
  newestUpload: null,
  newestPeriod: null,
  noMatch: 'Ningún archivo coincide con esta búsqueda.',
  onDevice: 'En este dispositivo',
  toOpen: 'Por abrir',
  toConfirm: 'Por confirmar',
  opened: 'Abierto',
  kinds: {
    training: {
      title: 'Capacitación',
      uploadHeading: null,
      listHeading: 'Archivos disponibles',
      none: 'No hay capacitación disponible.',
      editHeading: null,
      fetchFailed: 'No se pudo cargar la capacitación.',
      ...notices('archivo de capacitación', false, 'Capacitación'),
    },
    settlements: {
      title: 'Liquidaciones',
      uploadHeading: null,
      listHeading: 'Liquidaciones disponibles',
      none: 'No hay archivos disponibles.',
      editHeading: null,
      fetchFailed: 'No se pudieron cargar las liquidaciones.',
      ...notices('liquidación', true, 'Liquidaciones'),
    },
    reports: {
      title: 'Reportes',
      uploadHeading: null,
      listHeading: 'Archivos disponibles',
      none: 'No hay reportes disponibles.',
      editHeading: null,
      fetchFailed: 'No se pudieron cargar los reportes.',
      ...notices('reporte', false, 'Reportes'),
    },
  },
};
