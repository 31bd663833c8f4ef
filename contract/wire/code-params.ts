import * as z from 'zod/mini';

/** `{code}` in a path. Any text: one that was never made, or is far too long, is as unknown as a revoked one. */
export const codeParams = z.object({
  code: z.string().check(z.overwrite((code) => code.slice(0, 200))),
});
