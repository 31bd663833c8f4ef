import { grouped } from '../text/grouped.ts';

/** Messages of any call or page. */
export const general = {
  tokenMissing: 'Acceso denegado. Falta el token.',
  tokenInvalid: 'Token no válido. Inicie sesión de nuevo.',
  adminsOnly: 'Acceso denegado. Solo para administradores.',
  sessionExpired: 'Su sesión venció. Inicie sesión de nuevo.',
  foreignOrigin: 'Solo nuestras propias páginas pueden hacer esto.',
  notYourRole: 'Usted no tiene acceso a esta página.',
  confirmDiscard: '¿Descartar sus cambios?',
  loading: 'Cargando...',
  loadingData: 'Cargando datos...',
  invalid: 'Corrija los campos marcados.',
  notFound: 'No se encontró. Puede que se haya eliminado o que usted no tenga acceso.',
  methodNotAllowed: 'Esta dirección no admite ese método.',
  notHttp: 'El servidor no pudo leer la solicitud.',
  brokenJson: 'La solicitud no es JSON válido.',
  bodyMissing: 'La solicitud debe tener contenido.',
  bodyTooLarge: 'La solicitud es demasiado grande.',
  foreignForm: 'Este formulario vino de otro sitio. Ábralo aquí y envíelo de nuevo.',
  bodyKind: 'Esta llamada no acepta ese tipo de contenido.',
  brokenUpload: 'El archivo llegó incompleto. Envíelo de nuevo.',
  stale: 'Otra persona cambió esto. Revise la versión actual y guarde de nuevo.',
  keyReused: 'Esta Idempotency-Key ya se usó con otro contenido. Use una nueva.',
  keyInvalid: 'Idempotency-Key debe ser un UUID.',
  tooMany: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  busy: 'El servicio está saturado. Inténtelo de nuevo en un momento.',
  unavailable: 'El servicio no está disponible ahora. Inténtelo de nuevo en un momento.',
  unexpected: 'Algo falló de nuestro lado. Inténtelo de nuevo.',
  offline: 'No tiene conexión. Vuelva a conectarse e inténtelo de nuevo.',
  unreachable: 'No se pudo conectar con el servidor. Revise su conexión e inténtelo de nuevo.',
  timedOut: 'El servidor no respondió a tiempo. Inténtelo de nuevo en un minuto.',
  serverProblem: 'El servidor tuvo un problema. Inténtelo de nuevo en un minuto.',
};

/** Messages about a single field. */
export const field = {
  required: 'Este campo es obligatorio.',
  cursor: 'Use el encabezado X-Next-Before de la página anterior.',
  text: 'Escriba un texto.',
  tooLong: (max: number) => `Use como máximo ${grouped(max)} caracteres.`,
  tooShort: (min: number) => `Use al menos ${min} caracteres.`,
  control: 'Este texto tiene caracteres que no podemos guardar. Escríbalo de nuevo.',
  phone: (digits: number) => `Escriba un teléfono de al menos ${digits} dígitos.`,
  email: 'Escriba un correo electrónico, por ejemplo nombre@example.com.',
  date: 'Escriba una fecha que exista, con el mes primero, como 12/05/2026.',
  choice: (choices: readonly string[]) => `Elija una de estas opciones: ${choices.join(', ')}.`,
  wholeNumber: (min: number, max: number) =>
    `Escriba un número entero de ${min} a ${grouped(max)}.`,
  flag: 'Escriba 0 o 1.',
  hours: 'Escriba las horas, de 0 a 99,999.99, con 2 decimales como máximo.',
  money: 'Escriba un monto de 0 a 9,999,999.99, con 2 decimales como máximo.',
  id: 'Escriba un número entero, 1 o mayor.',
  list: 'Envíe una lista JSON.',
  idList: 'Envíe una lista JSON de ids, por ejemplo [3, 7].',
  object: 'Envíe un objeto JSON.',
};

/** Messages of the public forms beyond those of their features. */
export const publicForms = {
  cancelled:
    'Se detuvo el envío. Sus respuestas siguen aquí. Si las envía de nuevo, no se guardarán dos veces.',
  alreadyHere:
    'Ya recibimos una versión anterior de este formulario. Envíelo de nuevo solo si los cambios importan, o llámenos.',
  maybeSent: (when: string) =>
    `Usted envió esto el ${when}, pero no pudimos confirmar que llegó. Envíelo de nuevo: no se guardará dos veces.`,
  restored: 'Sus respuestas están de nuevo en el formulario.',
  retype: (labels: string) =>
    `Para proteger su privacidad, este dispositivo no guarda algunas respuestas. Escríbalas de nuevo: ${labels}.`,
  startOver: 'Empezar de nuevo',
  startedOver: 'El formulario está vacío otra vez.',
  undo: 'Deshacer',
};
