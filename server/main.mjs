/**
 * Starts the server. Node takes its limits of memory and its cache of compiled code only from its start, and so does
 * the C library its number of memory pools, so the process replaces itself once. JavaScript, because the parser of TypeScript takes 25 MB: the cache holds the other files.
 */
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { freshBundle } from './bundle.mjs';

const { NODE_ENV, NODE_COMPILE_CACHE, HEAP_MB } = process.env;
// React renders pages two to three times slower without it, so it must be set before React loads.
if (NODE_ENV !== 'development' && NODE_ENV !== 'test') process.env.NODE_ENV = 'production';

/** Megabytes for objects. With more, Node collects garbage late, and keeps the memory of the worst minute. */
function heapMb() {
  const granted = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 20;
  const given = Number(HEAP_MB);
  // server/settings/config.ts reports what it refuses.
  if (Number.isInteger(given) && given >= 128 && given <= 65_536) return given;
  return Math.min(512, Math.floor(granted / 2));
}

/** Few pools, and large blocks of their own: what the C library's pools have freed it seldom gives back. */
const malloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '33554432',
};

const isReplaced = process.execArgv.some((arg) => arg.startsWith('--max-old-space-size'));
// `node --watch` could not watch the files of a process that replaced itself.
if (!isReplaced && NODE_ENV !== 'development') {
  // Young objects have their 8 MB at once: growing to them takes 5 % of a start.
  const young = ['--min-semi-space-size=8', '--max-semi-space-size=8'];
  const limits = [`--max-old-space-size=${heapMb()}`, ...young, '--expose-gc'];
  const args = [...limits, ...process.execArgv, ...process.argv.slice(1)];
  const cache = NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/headrack');
  const env = { ...malloc, ...process.env, NODE_COMPILE_CACHE: cache };
  process.execve(process.execPath, [process.execPath, ...args], env);
}

// A module that is loaded first, as tests do, must share the server's modules.
const usesSources = NODE_ENV === 'development' || process.execArgv.includes('--import');
const bundle = usesSources ? null : freshBundle();
if (bundle) await import(bundle);
else await import('./serve.ts');
