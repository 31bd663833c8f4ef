export const scan = {
  about: 'Tome una foto de cada página. El PDF se hace en este dispositivo.',
  loading: 'Cargando el escáner…',
  notLoaded:
    'No se pudo cargar el escáner. Revise su conexión e inténtelo de nuevo, o vuelva a cargar la página.',
  reading: (number: number, count: number) => `Leyendo la foto ${number} de ${count}…`,
  unreadable: (name: string) =>
    `No se pudo leer ${name} como foto. Las demás páginas siguen aquí. Tómela otra vez o elija otra.`,
  writing: (number: number, count: number) => `Preparando la página ${number} de ${count}…`,
  notWritten: 'No se pudo hacer el PDF. Sus páginas siguen aquí. Inténtelo de nuevo.',
  tooMany: (megabytes: number) =>
    `Estas páginas no caben en un PDF de ${megabytes} MB. Quite algunas y envíelas aparte.`,
  noSheet: 'No se encontraron los bordes, así que la página es toda la foto. Revise las esquinas.',
  corners:
    'Arrastre cada esquina hasta la esquina de la página, o muévala con las teclas de flechas.',
  discard: '¿Cerrar sin usar estas páginas?',
  leaveCorners: '¿Cerrar sin usar estas esquinas?',
};
