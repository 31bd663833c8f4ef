export const inquiries = {
  submitted: 'El formulario se envió',
  submitFailed: 'Error al enviar el formulario. Por favor, inténtelo de nuevo.',
  reply: 'Un despachador le responderá con un precio en un día hábil.',
  deliveryTooEarly: 'La entrega no puede ser antes de la recogida.',
  flagged: null,
  flaggedMails: null,
  updated: null,
  fetchFailed: null,
  updateFailed: null,
  none: null,
  noMatch: null,
};
