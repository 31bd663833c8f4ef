import type { FastifyInstance } from 'fastify';
import { today } from '#contract/rules/dates.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { CachedResponse } from '../../platform/cache/response-cache.ts';
import { holidayCalendar } from './holidays.service.ts';

/** Serves the holidays as a calendar subscription; public, because calendar apps send no token. */
export function holidaysRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get('/holidays.ics', async (request, reply) => {
    const year = Number(today(ctx.now()).slice(0, 4));
    const calendar = await ctx.responseCache.get(
      `holidays ${year}`,
      async () =>
        new CachedResponse(holidayCalendar(year), 'text/calendar; charset=utf-8', {
          'content-disposition': 'inline; filename="holidays.ics"',
        }),
      request,
    );
    return calendar?.send(request, reply);
  });
}
