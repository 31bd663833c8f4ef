import { Readable } from 'node:stream';
import * as contract from '#contract/applications.ts';
import { applications as say } from '#contract/messages/applications.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { JsonText, type Routes } from '../../platform/routes.ts';
import {
  allApplications,
  deleteApplication,
  listApplications,
  sendApplication,
} from './applications.service.ts';

export const applicationsRoutes: Routes = (register, ground) => {
  register(contract.sendApplication, ({ body, upload, key, ip }) =>
    sendApplication(ground, { body, upload, key, ip }),
  );

  register(contract.listApplications, async ({ query, reply }) => {
    const before = decodeCursor(query.before);
    if (query.limit === undefined && before === null) {
      // The list can be 40,000 long: made whole it would hold up everybody else.
      return new JsonText(Readable.from(allApplications(ground)));
    }
    const { json, end } = await listApplications(ground, query.limit ?? 500, before);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return new JsonText(json);
  });

  register(contract.deleteApplication, async ({ params, user, ip }) => {
    await deleteApplication(ground, params.id, { userId: user.userId, ip });
    return { message: say.deleted };
  });
};
