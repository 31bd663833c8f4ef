import { join } from 'node:path';

/** The project's folder; server/bundle.mjs keeps the path right in the bundle. */
export const root = join(import.meta.dirname, '../..');
