export const testimonials = {
  linkBroken: 'Este enlace está incompleto. Copie el enlace completo.',
  linkDead:
    'Este enlace ya se usó, fue anulado o venció. Llame a la oficina si necesita uno nuevo.',
  written: 'Gracias. Lo revisaremos antes de publicarlo.',
  writeFailed: 'No se pudo enviar su testimonio. Por favor, inténtelo de nuevo.',
};
