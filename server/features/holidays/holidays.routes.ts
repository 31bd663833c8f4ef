import type { FastifyInstance } from 'fastify';
import { today } from '#contract/dates.ts';
import type { Ground } from '../../platform/ground.ts';
import { Prepared } from '../../platform/kept.ts';
import { holidayCalendar } from './holidays.service.ts';

/** The holidays as a calendar to subscribe to: public, since a calendar program sends no token. */
export function holidaysRoutes(app: FastifyInstance, ground: Ground): void {
  app.get('/holidays.ics', async (request, reply) => {
    const year = Number(today(ground.now()).slice(0, 4));
    const answer = await ground.kept.get(
      `holidays ${year}`,
      async () =>
        new Prepared(holidayCalendar(year), 'text/calendar; charset=utf-8', {
          'content-disposition': 'inline; filename="holidays.ics"',
        }),
    );
    return answer?.send(request, reply);
  });
}
