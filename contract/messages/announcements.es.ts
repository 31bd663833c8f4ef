export const confirmation = {
  confirmed: 'Gracias. La oficina puede ver que ya leyó esto.',
  confirm: 'Ya leí esto',
  confirmFailed: 'No se pudo confirmar. Inténtelo de nuevo.',
  notAsked: 'La oficina no le pidió confirmar esto.',
  reminder: (message: string) => `Confirme que leyó esto: ${message}`,
};
