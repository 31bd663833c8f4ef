import type { FastifyInstance } from 'fastify';
import { today } from '#contract/rules/dates.ts';
import { languages } from '#contract/text/languages.ts';
import { pathIn } from '#contract/wire/page-languages.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { CachedResponse } from '../../platform/cache/response-cache.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { holidayCalendar } from './holidays.service.ts';

/** Serves the holidays as a calendar subscription; public, because calendar apps send no token. */
export function holidaysRoutes(app: FastifyInstance, ctx: AppContext): void {
  for (const language of languages) {
    app.get(pathIn(language, '/holidays.ics'), async (request, reply) => {
      const year = Number(today(ctx.now()).slice(0, 4));
      const calendar = await ctx.responseCache.get(
        `holidays ${year} ${language}`,
        async () =>
          new CachedResponse(
            inLanguage(language, () => holidayCalendar(year)),
            'text/calendar; charset=utf-8',
            { 'content-disposition': 'inline; filename="holidays.ics"' },
          ),
        request,
      );
      return calendar?.send(request, reply);
    });
  }
}
