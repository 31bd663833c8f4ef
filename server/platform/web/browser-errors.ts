import type { FastifyInstance } from 'fastify';
import { browserErrorsPath } from '#contract/browser-errors.ts';
import type { AppContext } from '../app-context.ts';
import { browserErrorReport } from '../browser-errors.ts';

/** Takes the errors that pages report; they can come from anyone. */
export function serveBrowserErrors(app: FastifyInstance, ctx: AppContext): void {
  app.post(
    browserErrorsPath,
    {
      bodyLimit: 16 * 1024,
      onRequest: async (request) => ctx.limits.countCall(request.ip),
    },
    async ({ body }, reply) => {
      const { data } = browserErrorReport.safeParse(body);
      if (data) ctx.browserErrors.note(data);
      return reply.code(204).send();
    },
  );
}
