/** Sentences of the second factors as a whole, and of recovery codes. */
export const secondFactors = {
  codeRequired:
    'Escriba el código de su aplicación de autenticación o un código de recuperación, o use su clave de acceso.',
  codeWrong: 'El código no es correcto o ya se usó. Escriba el siguiente.',
  setUpRequired:
    'Su cuenta necesita un segundo factor. Agregue una clave de acceso o códigos de un solo uso para continuar.',
  proofRequired: 'Escriba su contraseña actual o un código.',
  proofWrong: 'La contraseña o el código no es correcto. Inténtelo de nuevo.',
  recoveryCodesMade:
    'Sus nuevos códigos de recuperación están listos. Los anteriores ya no sirven.',
  none: 'Agregue primero una clave de acceso o códigos de un solo uso.',
  ownReset: null,
  reset: null,
  resetFailed: null,
  passkeyAdded: (name: string) => `La clave de acceso “${name}” se agregó a su cuenta.`,
  passkeyRemoved: (name: string) => `La clave de acceso “${name}” se quitó de su cuenta.`,
  totpAdded: 'Se activaron los códigos de un solo uso en su cuenta.',
  totpRemoved: 'Se desactivaron los códigos de un solo uso en su cuenta.',
  recoveryCodesReplaced: 'Se crearon nuevos códigos de recuperación para su cuenta.',
  recoveryCodeUsed: (left: number) =>
    `Se usó un código de recuperación para entrar a su cuenta. ${left === 1 ? 'Queda 1' : `Quedan ${left}`}.`,
  wereReset:
    'Un administrador quitó las claves de acceso y los códigos de un solo uso de su cuenta y cerró todas sus sesiones.',
};

export const passkeys = {
  added: 'Clave de acceso agregada.',
  removed: 'Se quitó la clave de acceso.',
  refused: 'Esta clave de acceso no funcionó. Inténtelo de nuevo o entre con su contraseña.',
  notRegistered: 'No se pudo agregar esta clave de acceso. Inténtelo de nuevo.',
  tooMany: (max: number) => `Usted tiene ${max} claves de acceso. Quite una primero.`,
  fetchFailed: 'No se pudieron cargar sus claves de acceso. Inténtelo de nuevo.',
  addFailed: 'No se pudo agregar la clave de acceso. Inténtelo de nuevo.',
  removeFailed: 'No se pudo quitar la clave de acceso. Inténtelo de nuevo.',
  signInFailed:
    'No se pudo usar una clave de acceso. Inténtelo de nuevo o entre con su contraseña.',
  canceled: 'No se eligió nada. Inténtelo de nuevo o entre con su contraseña.',
  alreadyHere: 'Este dispositivo ya tiene una clave de acceso de su cuenta.',
  wrongAddress:
    'Las claves de acceso no funcionan con una dirección IP. Abra el portal por su nombre, por ejemplo localhost.',
  unsupported: 'Este navegador no admite claves de acceso.',
};

export const totp = {
  on: 'Los códigos de un solo uso están activados.',
  off: 'Los códigos de un solo uso están desactivados.',
  alreadyOn:
    'Los códigos de un solo uso ya están activados. Quítelos primero para configurar otra aplicación.',
  notStarted: 'Empiece la configuración de nuevo.',
  codeWrong:
    'El código no es correcto. Revise la hora de su teléfono y escriba el siguiente código.',
  fetchFailed: 'No se pudieron cargar sus códigos de un solo uso. Inténtelo de nuevo.',
  startFailed: 'No se pudo empezar la configuración. Inténtelo de nuevo.',
  confirmFailed: 'No se pudieron activar los códigos de un solo uso. Inténtelo de nuevo.',
  removeFailed: 'No se pudieron desactivar los códigos de un solo uso. Inténtelo de nuevo.',
  codesFailed: 'No se pudieron crear los códigos de recuperación. Inténtelo de nuevo.',
};

export const sessions = {
  ended: 'Sesión cerrada en el dispositivo.',
  othersEnded: 'Se cerró la sesión en todos los demás dispositivos.',
  unknown: 'Este dispositivo ya no tiene la sesión abierta.',
  fetchFailed: 'No se pudieron cargar sus dispositivos. Inténtelo de nuevo.',
  endFailed: 'No se pudo cerrar la sesión del dispositivo. Inténtelo de nuevo.',
  unknownDevice: 'Dispositivo desconocido',
};
