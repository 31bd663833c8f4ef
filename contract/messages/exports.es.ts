export const exports = {
  open: 'Exportar',
  formats: null,
  filteredList: 'Exporta lo que muestran la búsqueda y los filtros, en todas las páginas.',
  linkUsed: 'Este enlace se abrió cinco veces. Vuelva y exporte de nuevo.',
  exportFailed: 'No se pudo exportar la lista. Inténtelo de nuevo.',
};
