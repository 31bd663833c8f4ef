export const applicants = {
  linkDead:
    'Este enlace venció, fue reemplazado o está incompleto. Llame a la oficina y buscamos su solicitud.',
  draftDead:
    'Este enlace ya no funciona. Tal vez sus respuestas sigan en el teléfono o la computadora donde las escribió. También puede llenar este formulario.',
  draftSent: (day: string) =>
    `Usted envió esta solicitud el ${day}. Nuestro correo de ese día tiene un enlace para seguirla. Este formulario empieza una nueva.`,
  draftOrDevice:
    'Este dispositivo tiene respuestas más recientes en este formulario. El enlace las reemplazaría.',
  draftUnread:
    'No se pudieron abrir sus respuestas guardadas. Abra de nuevo el enlace de nuestro correo.',
  ended: 'Esta solicitud está cerrada, así que ya no se puede cambiar.',
  corrected: 'Guardado. Usaremos sus datos nuevos.',
  documentSent: 'El archivo se envió.',
  tooManyDocuments: 'Ya agregó 20 documentos. Llame a la oficina para enviar más.',
  documentsFull:
    'Hoy no podemos recibir más documentos. Inténtelo de nuevo mañana o tráigalos cuando venga.',
  withdrawn: 'Su solicitud quedó retirada. Gracias por avisarnos.',
  historySaved: 'Su historial de manejo quedó guardado.',
  historyUnfinished: (isSigned: boolean, missing: readonly string[]) =>
    `Su historial de manejo quedó guardado, pero no ${isSigned ? 'está completo' : 'está firmado'}. Todavía falta: ${missing.join('; ')}.`,
  unsigned: {
    certified: 'Su marca de que todo es verdadero y completo',
    name: 'Su nombre completo, como firma',
  },
  draftMailed: 'Le mandamos un correo con un enlace. Funciona por 14 días.',
  started:
    'Tenemos sus datos y le llamaremos. También le mandamos por correo un enlace para terminar la solicitud.',
  startFailed: 'No se pudieron enviar sus datos.',
  correctFailed: 'No se pudieron guardar sus datos.',
  withdrawFailed: 'No se pudo retirar su solicitud.',
  documentFailed: 'No se pudo enviar el documento.',
  historyFailed: 'No se pudo guardar su historial de manejo.',
  draftFailed: 'No se pudo mandar el enlace.',
  startedDeleted: null,
  startedDeleteFailed: null,
  confirmDeleteStarted: null,
  startedFailed: null,
  fileFailed: null,
  missing: {
    resume: 'Su currículum',
    cdl_license_number: 'Su número de CDL',
    cdl_expiration_date: 'El día en que vence su CDL',
    addresses: 'Sus domicilios de los últimos tres años',
    employers: 'Sus empleadores, con explicación de los huecos',
    accidents: 'Accidentes de los últimos tres años, o que no hubo ninguno',
    violations: 'Infracciones de los últimos tres años, o que no hubo ninguna',
    statement: 'Su declaración firmada',
  },
  did: null,
};
