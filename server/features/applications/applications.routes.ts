import * as contract from '#contract/applications.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import { checkFormLimit } from '../../platform/public-calls.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  allApplications,
  deleteApplication,
  listApplications,
  openApplication,
  sendApplication,
} from './applications.service.ts';
import { eraseSameApplicant, findSameApplicant } from './applications-erasing.ts';

export const applicationsRoutes: Routes = (register, ctx) => {
  register(
    contract.sendApplication,
    ({ body, upload, actor, key }) => sendApplication(ctx, body, upload, actor, key),
    { beforeBody: (visitor) => checkFormLimit(ctx, contract.sendApplication, visitor) },
  );

  register(contract.listApplications, async ({ query, reply }) => {
    const before = decodeCursor(query.before);
    if (query.limit === undefined && before === null) {
      // Streamed: a list of 40,000 built at once would block all other requests.
      return new RawJson(allApplications(ctx.db));
    }
    const { json, end } = await listApplications(ctx.db, query.limit ?? 500, before);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return new RawJson(json);
  });

  register(contract.openApplication, async ({ params, actor }) => {
    await openApplication(ctx, params.id, actor);
    return undefined;
  });

  register(contract.getApplicant, ({ params }) => findSameApplicant(ctx, params.id));

  register(contract.eraseApplicant, ({ params, actor }) =>
    eraseSameApplicant(ctx, params.id, actor),
  );

  register(contract.deleteApplication, ({ params, actor }) =>
    deleteApplication(ctx, params.id, actor),
  );
};
