import type { Config } from '../../config.ts';
import { SettingError } from '../../setting-error.ts';
import { emptyTemporaryFolder } from '../data-dir.ts';
import { EncryptedStorage, firstBytes } from './encrypted-storage.ts';
import { EncryptionKeys, isEncrypted } from './encryption.ts';
import { openLocalStorage } from './local-storage.ts';
import type { Storage } from './storage.ts';

type StorageConfig = Pick<Config, 'dataDir' | 'storageUrl'> &
  Partial<Pick<Config, 'encryptionKeys'>>;

/** Opens S3 when STORAGE_URL is set, otherwise DATA_DIR/files. Deletes unfinished uploads by default. */
export async function openStorage(
  config: StorageConfig,
  options: { emptyTemporary?: boolean } = {},
): Promise<Storage> {
  // A command that runs beside the server must not delete the server's uploads.
  if (options.emptyTemporary !== false) await emptyTemporaryFolder(config.dataDir);
  const storage = await openPlain(config);
  if (config.encryptionKeys) {
    return new EncryptedStorage(storage, new EncryptionKeys(config.encryptionKeys));
  }
  // A bucket may be unreachable at the start, which must not count as a failure.
  if (config.storageUrl === null && (await holdsEncrypted(storage))) {
    throw new SettingError('ENCRYPTION_KEY must be set: the stored files are encrypted.');
  }
  return storage;
}

async function openPlain({ dataDir, storageUrl }: StorageConfig): Promise<Storage> {
  if (storageUrl === null) return openLocalStorage(dataDir);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(storageUrl);
}

/** Whether the first file is encrypted. */
async function holdsEncrypted(storage: Storage): Promise<boolean> {
  for await (const { key } of storage.list()) return isEncrypted(await firstBytes(storage, key));
  return false;
}
