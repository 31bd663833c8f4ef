export const store = {
  title: 'Tienda de empleados',
  fieldsMissing: null,
  noPicture: 'Todavía sin foto',
  imageMissing: null,
  added: null,
  updated: null,
  deleted: null,
  deleteFailed: null,
  saveFailed: null,
  fetchFailed: 'No se pudieron cargar los artículos.',
  none: 'Todavía no hay artículos en la tienda.',
  noMatch: 'Ningún artículo coincide con esta búsqueda.',
  gone: 'Este artículo ya no está en la tienda. La lista ya está al día.',
  confirmDelete: null,
  deletesWith: null,
  confirmDiscard: null,
  stockHint: null,
  stockChanged: null,
  left: (stock: number) =>
    stock === 0
      ? 'Agotado'
      : `${stock === 1 ? 'Queda' : 'Quedan'} ${stock.toLocaleString('es-US')}`,
  notEnough: (stock: number) =>
    stock === 0
      ? 'Este artículo está agotado. Pregunte a la oficina cuándo habrá más.'
      : `Solo ${stock === 1 ? 'queda' : 'quedan'} ${stock.toLocaleString('es-US')}. Pida menos.`,
  ordered: 'Su pedido se envió a la oficina.',
  orderFailed: 'No se pudo hacer el pedido. Inténtelo de nuevo.',
  ordersFailed: 'No se pudieron cargar los pedidos.',
  noOrders: 'Todavía no hay pedidos.',
  noOpenOrders: null,
  noOrderMatch: 'Ningún pedido coincide con esta búsqueda.',
  orderUpdated: 'Pedido actualizado.',
  orderUpdateFailed: 'No se pudo actualizar el pedido. Inténtelo de nuevo.',
  badStatus: null,
  openFilter: null,
  isFinal: (status: 'handed_over' | 'cancelled') =>
    status === 'cancelled' ? 'Este pedido ya se canceló.' : 'Este pedido ya se entregó.',
  notBack: null,
  onlyCancel:
    'Solo puede cancelar sus propios pedidos abiertos. Para lo demás, llame a la oficina.',
  confirmCancel: (title: string) => `¿Cancelar el pedido de “${title}”?`,
  statuses: {
    open: 'Abierto',
    ready: 'Listo para recoger',
    handed_over: 'Entregado',
    cancelled: 'Cancelado',
  },
  notices: {
    ordered: null,
    ready: (what: string) => `Su pedido está listo para recoger en la oficina: ${what}.`,
    handed_over: (what: string) => `Se entregó su pedido: ${what}.`,
    cancelled: (what: string) => `La oficina canceló su pedido: ${what}.`,
    withdrawn: null,
  },
};
