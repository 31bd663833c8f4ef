import * as contract from '#contract/time-off.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { getBalance, getTimeOff, listTimeOff } from './time-off.service.ts';
import {
  calendarPath,
  getCalendar,
  readCalendar,
  renewCalendar,
} from './time-off-calendar.service.ts';
import { updateTimeOff } from './time-off-decisions.service.ts';
import { createTimeOff } from './time-off-requests.service.ts';

export const timeOffRoutes: Routes = (register, ctx, app) => {
  register(contract.listTimeOff, ({ user, query }) => listTimeOff(ctx, user, query));

  register(contract.getTimeOffBalance, ({ query, user }) =>
    getBalance(ctx.db, user, query.employee_id),
  );

  register(contract.getTimeOff, ({ params, user }) => getTimeOff(ctx.db, params.id, user));

  register(contract.createTimeOff, ({ body, user, actor, key }) =>
    createTimeOff(ctx, body, user, actor, key),
  );

  register(contract.updateTimeOff, ({ params, body, user, actor }) =>
    updateTimeOff(ctx, params.id, body, user, actor),
  );

  register(contract.getTimeOffCalendar, ({ user }) => getCalendar(ctx, user.userId));

  register(contract.renewTimeOffCalendar, ({ actor }) => renewCalendar(ctx, actor));

  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${calendarPath}/:file`,
    handler: async (request, reply) =>
      reply
        .header('content-disposition', 'inline; filename="time-off.ics"')
        .type('text/calendar; charset=utf-8')
        .send(await readCalendar(ctx, request.params.file)),
  });
};
