export const inquiryStatus = {
  dead: 'Este enlace fue reemplazado o venció. Llame a la oficina y le mandamos uno nuevo.',
  accepted: 'Gracias. Aceptó la cotización, y le llamaremos para planear la recogida.',
  declined: 'Rechazó la cotización. Gracias por avisarnos.',
  written: 'Gracias. Su mensaje está en nuestra oficina.',
  nothing: 'Escriba un mensaje o pegue los VIN.',
  quoteGone: 'Esta cotización no es parte de su pedido.',
  withdrawn: 'Retiramos esta cotización. Llámenos para el precio actual.',
  expired: 'Ya pasó el último día para aceptar esta cotización. Pídanos renovarla.',
  alreadyAnswered: 'Esta cotización ya se contestó. Llámenos para cambiarlo.',
  otherAccepted: 'Ya aceptó otra cotización de este pedido. Llámenos para cambiarlo.',
  answerFailed: 'No se pudo enviar su respuesta.',
  writeFailed: 'No se pudo enviar su mensaje.',
  again: (reference: string) =>
    `Esto viene de su pedido ${reference}. Revíselo y envíelo como uno nuevo.`,
};
