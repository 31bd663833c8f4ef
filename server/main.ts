import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Caching compiled code halves the start time and saves a quarter of the memory.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/headrack'));

// React renders pages two to three times slower without it, so it must be set before React loads.
const { NODE_ENV } = process.env;
if (NODE_ENV !== 'development' && NODE_ENV !== 'test') process.env.NODE_ENV = 'production';

await import('./serve.ts');
