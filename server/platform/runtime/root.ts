import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

const file = findPackageJSON(import.meta.url) ?? '';

/** The project's folder, also of the bundle. */
export const root = dirname(file);

/** The version in package.json, without the rest. */
export const { version: release } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
