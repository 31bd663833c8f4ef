import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** The version in package.json, without the rest. */
export const { version: release } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as { version: string };
