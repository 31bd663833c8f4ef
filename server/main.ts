import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Caching compiled code halves the start time and saves a quarter of the memory.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/headrack'));

await import('./serve.ts');
