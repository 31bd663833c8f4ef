export const exports = {
  open: 'Exportar',
  formats: null,
  filteredList: 'Exporta lo que eligen la búsqueda y los filtros, todas las páginas.',
  linkUsed: 'Este enlace se abrió cinco veces. Vuelva y exporte de nuevo.',
  exportFailed: 'No se pudo exportar la lista. Inténtelo de nuevo.',
};
