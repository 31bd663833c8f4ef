export const inquiryStatus = {
  dead: 'Este enlace fue reemplazado o venció. Llame a la oficina y le mandamos uno nuevo.',
  accepted: 'Gracias. Aceptó la cotización, y le llamaremos para planear la recogida.',
  declined: 'Rechazó la cotización. Gracias por avisarnos.',
  written: 'Gracias. La oficina ya tiene su mensaje.',
  nothing: 'Escriba un mensaje o pegue los VIN.',
  quoteGone: 'Esta cotización no es parte de su solicitud.',
  withdrawn: 'Retiramos esta cotización. Llámenos para saber el precio actual.',
  expired: 'Ya pasó el último día para aceptar esta cotización. Pida un precio nuevo.',
  alreadyAnswered: 'Esta cotización ya se contestó. Llámenos para cambiarlo.',
  otherAccepted: 'Ya aceptó otra cotización de esta solicitud. Llámenos para cambiarlo.',
  closed: 'Esta solicitud está cerrada. Llámenos o pida otra cotización.',
  notRenewable: 'Esta cotización sigue abierta o ya se aceptó. Llámenos para cambiarla.',
  renewed: 'Gracias. Le mandaremos un precio nuevo por correo.',
  answerFailed: 'No se pudo enviar su respuesta.',
  writeFailed: 'No se pudo enviar su mensaje.',
  again: (reference: string) =>
    `Esto viene de su solicitud ${reference}. Revíselo y envíelo como solicitud nueva.`,
};
