import type { Config } from '../../settings/config.ts';
import { emptyTemporaryFolder } from '../runtime/data-dir.ts';
import { openLocalStorage } from './local-storage.ts';
import type { Storage } from './storage.ts';

/** Opens S3 when STORAGE_URL is set, otherwise DATA_DIR/files. Deletes unfinished uploads by default. */
export async function openStorage(
  { dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>,
  options: { emptyTemporary?: boolean } = {},
): Promise<Storage> {
  // A command that runs beside the server must not delete the server's uploads.
  if (options.emptyTemporary !== false) await emptyTemporaryFolder(dataDir);
  if (storageUrl === null) return openLocalStorage(dataDir);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(storageUrl);
}
