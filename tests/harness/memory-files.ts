import type { FileStore } from '../../web/portal/chat/engine/file-store.ts';

/** A device's file store in memory; with `isFull` it takes nothing. */
export function memoryFiles(isFull = false): FileStore & { size: () => number } {
  const files = new Map<string, File>();
  return {
    size: () => files.size,
    put: async (userId, clientId, file) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      files.set(`${userId} ${clientId}`, file);
    },
    get: async (userId, clientId) => files.get(`${userId} ${clientId}`),
    delete: async (userId, clientId) => files.delete(`${userId} ${clientId}`),
  };
}
