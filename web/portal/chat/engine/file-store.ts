import { type DeviceStore, deviceStore } from '#web/lib/device-store.ts';

/** Files of unsent messages on the device; keys are `[userId, clientId]`. */
export type FileStore = Pick<DeviceStore<File>, 'put' | 'get' | 'delete'>;

export const filesDatabase = 'headrack.chat-files';
export const deviceFiles = deviceStore<File>(filesDatabase);
