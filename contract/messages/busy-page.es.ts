export const busyPage = {
  title: 'Un momento, por favor',
  text: 'Muchas personas están abriendo nuestras páginas. Espere unos segundos e inténtelo de nuevo.',
  retry: 'Intentar de nuevo',
};
