export const login = {
  required: 'Este campo es obligatorio.',
  timeout: 'El inicio de sesión tardó demasiado. Inténtelo de nuevo.',
  unexpected: 'Ocurrió un error inesperado.',
  offline: 'No tiene conexión. Conéctese a internet y luego inicie sesión de nuevo.',
  expired: 'Su sesión venció. Inicie sesión de nuevo.',
};
