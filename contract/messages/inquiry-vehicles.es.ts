export const inquiryVehicles = {
  vins: (max: number, characters: number) =>
    `Aquí caben hasta ${max.toLocaleString('es-US')} VIN en ${characters.toLocaleString('es-US')} caracteres. Deje fuera los demás y mándelos por correo.`,
  stops: (max: number) => `Escriba hasta ${max} paradas, sin ninguna entrega antes de la recogida.`,
  found: (count: number, repeated: number, wrong: readonly string[], odd: readonly string[]) =>
    [
      count === 0
        ? 'Todavía no hay ningún VIN: tiene 17 letras y números'
        : `${count.toLocaleString('es-US')} VIN`,
      repeated > 0 && (repeated === 1 ? '1 repetido' : `${repeated} repetidos`),
      wrong.length > 0 && `${wrong.length} con dígito verificador incorrecto: ${wrong.join(', ')}`,
      odd.length > 0 &&
        `no es un VIN, corríjalo: ${odd.map((one) => `${one} (${one.length} caracteres)`).join(', ')}`,
    ]
      .filter(Boolean)
      .join(', '),
  personal: 'No transportamos vehículos de particulares.',
  certificateReply: 'Le mandamos el certificado por correo en un día hábil.',
  certificate: 'Certificado de seguro',
  checks: null,
  kinds: { pickup: 'Recogida', delivery: 'Entrega' },
  saveFailed: null,
  none: null,
};
