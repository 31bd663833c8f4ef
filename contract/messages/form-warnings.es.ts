export const warnings = {
  phone: 'El teléfono tiene menos de 10 dígitos.',
  website: 'El sitio web no parece una dirección web.',
  pickupPast: 'La fecha de recogida ya pasó.',
  deliveryPast: 'La fecha de entrega ya pasó.',
  zip: 'El código postal no tiene 5 dígitos.',
  cdlExpired: 'La CDL está vencida.',
  licenseExpired: 'La licencia de manejo está vencida.',
  currentWithEnd: 'El empleo tiene fecha de salida y está marcado como actual.',
  canSend: 'Revíselo, por favor. Puede enviarlo tal como está.',
  check: null,
  workExperience: (number: number, sentence: string) => `Experiencia ${number}: ${sentence}`,
  reference: (number: number, sentence: string) => `Referencia ${number}: ${sentence}`,
};
