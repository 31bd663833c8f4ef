import { usCalendarDay } from '../rules/dates.ts';

const usDate = (date: string) => usCalendarDay(date, 'es');

export const claims = {
  badVin: 'Este VIN no es válido. Revise sus 17 caracteres: no lleva I, O ni Q.',
  oddVins: {
    letter: 'Un VIN solo tiene números y letras que no sean I, O ni Q. Revise si son 1 y 0.',
    short: 'Tiene menos de 17 caracteres, como antes de 1981. Compárelo con el carro.',
    long: 'Tiene más de 17 caracteres. Compárelo con el carro.',
    digit:
      'El dígito verificador (el noveno carácter) no coincide. Compare el VIN con el del carro.',
    foreign:
      'No tiene dígito verificador, como es normal fuera de Norteamérica. Compare el VIN con el del carro.',
  },
  badCode: 'Escriba cinco dígitos.',
  photosMissing: 'Agregue al menos una foto.',
  noEmployee:
    'Solo quien tiene un registro de empleado puede reportar daños. Pida a la oficina que agregue el suyo.',
  badDigits: (count: number) => `Escriba ${count === 1 ? 'un dígito' : 'dos dígitos'}.`,
  areaMissing: 'Primero elija la parte del carro.',
  goodVin: 'El dígito verificador es correcto.',
  vinLength: (length: number) => `${length} de 17 caracteres. Opcional.`,
  scanning: 'Leyendo el código de barras…',
  scanned: 'El VIN se leyó del código de barras. Compárelo con el del carro.',
  nothingScanned: 'No se encontró un VIN en esa foto. Acérquese más o escríbalo.',
  photosHint: (count: number, max: number) =>
    `${count} de ${max} como máximo. Se guarda la hora, se quita la ubicación.`,
  tooManyPhotos: (max: number) =>
    `Envíe ${max} fotos como máximo. Después puede agregar más al reclamo.`,
  overdueFilter: null,
  saved: null,
  reported: 'Daño reportado. Ya avisamos a la oficina.',
  photoAdded: 'Foto agregada.',
  responded: 'Respuesta guardada.',
  none: 'Todavía no hay reclamos.',
  noMatch: 'Ningún reclamo coincide con este filtro.',
  loading: 'Cargando datos...',
  fetchFailed: 'No se pudieron cargar los reclamos. Inténtelo de nuevo.',
  saveFailed: null,
  reportFailed: 'No se pudo enviar su reporte. Inténtelo de nuevo.',
  photoFailed: 'No se pudo agregar la foto. Inténtelo de nuevo.',
  responseFailed: 'No se pudo guardar su respuesta. Inténtelo de nuevo.',
  totalsFailed: null,
  noneOfDamage: 'Este daño todavía no tiene reclamo.',
  gone: 'Alguien eliminó este daño. La lista ya está al día.',
  confirmDiscard: '¿Descartar su reporte?',
  confirmPaid: null,
  confirmPaidHint: null,
  statuses: {
    reported: 'Reportado',
    acknowledged: 'Recibido',
    in_review: 'En revisión',
    paid: 'Pagado',
    declined: 'Rechazado',
    closed: 'Cerrado',
  },
  stages: { pickup: 'Recogida', transit: 'En camino', delivery: 'Entrega' },
  responses: { acknowledged: 'Reconocido', disputed: 'En desacuerdo' },
  changes: {
    created: 'Abrió el reclamo',
    status: 'Estado',
    received_on: 'Recibido el',
    customer: 'Cliente',
    vin: 'VIN',
    damage_code: 'Código del daño',
    photo: 'Agregó una foto',
    response: 'Respuesta del chofer',
    employee_id: 'Chofer',
    driver_name: 'Nombre del chofer',
    damage_date: 'Fecha',
    damage_amount: 'Monto',
    damage_description: 'Descripción',
  },
  notices: {
    reported: null,
    opened: (date: string) => `La oficina abrió un reclamo por el daño del ${usDate(date)}.`,
    status: (date: string, status: string) =>
      `Su reclamo por el daño del ${usDate(date)} ahora está: ${status}.`,
    changed: (date: string) => `La oficina cambió el reclamo por el daño del ${usDate(date)}.`,
    damageChanged: (date: string, names: readonly string[], hadResponse: boolean) =>
      `La oficina cambió su reclamo por el daño del ${usDate(date)}: ${names.join(', ').toLowerCase()}.${hadResponse ? ' Revíselo y responda otra vez.' : ''}`,
    moved: (date: string) =>
      `Un reclamo por un daño del ${usDate(date)} ahora está a su nombre. Revíselo y responda.`,
    photo: (date: string) => `La oficina agregó una foto al reclamo del ${usDate(date)}.`,
    driverPhoto: null,
    acknowledged: null,
    disputed: null,
  },
};
