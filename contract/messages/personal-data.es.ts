export const personalData = {
  title: 'Sus datos',
  intro: 'Descargue una copia de lo que guardamos sobre usted.',
  contents:
    'El archivo ZIP tiene su cuenta, horas, daños y reclamos, liquidaciones, reportes, formularios, mensajes, notificaciones, pedidos y entradas del registro: un archivo JSON por cada tipo de registro, y los archivos mismos.',
  leftOut:
    'No incluye contraseñas, claves ni archivos de capacitación, ni una solicitud que haya enviado antes de tener esta cuenta. Pídala a la oficina.',
  ready: 'La descarga comenzó.',
  exportFailed: 'No se pudieron preparar sus datos. Inténtelo de nuevo.',
  about: (username: string, at: string) =>
    [
      `Todo lo que está guardado sobre la cuenta ${username}, hasta ${at}.`,
      'Cada archivo .json tiene los registros de un tipo. Los archivos están en la carpeta files; los registros los nombran.',
      'No incluye contraseñas, claves ni archivos de capacitación, ni lo que trata de otras personas.',
    ].join('\n'),
  missing: 'No se pudieron leer estos archivos. Pídalos a la oficina.',
};
