import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For the environment of commands: compiling takes half of the time of the first one, and none of the others'. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'headrack-compiled') };
