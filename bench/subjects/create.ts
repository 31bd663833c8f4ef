import { ask, startChild } from '../child.ts';
import { jobOf380, withCompany } from '../company.ts';
import type { Subject } from '../figures.ts';
import { compare, seconds, type Target } from '../load.ts';
import type { InsertTask } from '../processes/bare-insert.ts';
import type { SmallApp, SmallAppTask } from '../processes/small-app.ts';

/** One job created with a token and committed to the disk, beside a small app and the bare insert. */
export const create: Subject = {
  name: 'create',
  run: () =>
    withCompany(
      () => undefined,
      ({ url, pid, admin }) =>
        // A database of its own: the limits must not wait for the server's lock or fill its table.
        withCompany(
          () => undefined,
          async (other) => {
            const post: Target = {
              url: `${url}/api/careers`,
              pid,
              method: 'POST',
              headers: { ...admin, 'content-type': 'application/json' },
              body: JSON.stringify(jobOf380),
              expect: 201,
            };
            const task: SmallAppTask = { file: other.file };
            const appFile = new URL('../processes/small-app.ts', import.meta.url);
            const small = await startChild<SmallApp>(appFile, task);
            const limit: Target = {
              ...post,
              pid: small.pid,
              url: `${small.answer.url}/api/careers`,
              headers: { ...post.headers, authorization: `Bearer ${small.answer.token}` },
            };
            const figure = await compare('create a job, against a small app', 0.8, post, limit);
            await small.stop();
            const bareTask: InsertTask = { file: other.file, job: jobOf380, seconds };
            const bareFile = new URL('../processes/bare-insert.ts', import.meta.url);
            const bare = await ask<number>(bareFile, bareTask);
            const { ours, unit } = figure;
            return [
              figure,
              { what: 'create a job, against a bare insert', ours, limit: bare, unit },
            ];
          },
        ),
    ),
};
