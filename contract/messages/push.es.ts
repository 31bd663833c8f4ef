export const push = {
  label: 'Notificaciones en este dispositivo',
  hint: 'Reciba notificaciones cuando el portal esté cerrado.',
  install: 'Agregue el portal a su pantalla de inicio',
  installElsewhere:
    'En el menú de su navegador, elija “Instalar aplicación” o “Agregar a la pantalla principal”.',
  failed: 'No se pudieron activar las notificaciones. Inténtelo de nuevo.',
  photo: 'Foto',
  pdf: 'PDF',
  subscribed: 'Las notificaciones están activadas en este dispositivo.',
  unsubscribed: 'Las notificaciones están desactivadas en este dispositivo.',
  unknownService: 'No podemos enviar notificaciones push a este navegador.',
  badKey: 'Este navegador envió una clave que no es válida.',
  denied:
    'Las notificaciones están bloqueadas. Permítalas para este sitio en la configuración de su navegador.',
};
