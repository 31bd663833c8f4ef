/** A small Fastify app that creates a job as a small app would: token, session, insert, answer. */
import { DatabaseSync } from 'node:sqlite';
import { createSigner, createVerifier } from 'fast-jwt';
import Fastify from 'fastify';
import type { JobInput } from '#contract/careers.ts';
import { jobInserter } from './job-insert.ts';
import { onTask } from './task.ts';

export interface SmallAppTask {
  file: string;
}

export interface SmallApp {
  url: string;
  token: string;
}

onTask<SmallAppTask>(async ({ file }) => {
  const key = 'a secret of the bench alone, long enough to be taken';
  const verify = createVerifier({ key, algorithms: ['HS256'] });
  const insert = jobInserter(file);
  const sessions = new DatabaseSync(file).prepare(
    'select user_id from sessions where ended_at is null limit 1',
  );
  const app = Fastify();
  app.post('/api/careers', async (request, reply) => {
    verify(request.headers.authorization?.slice('Bearer '.length) ?? '');
    if (!sessions.get()) return reply.code(401).send({ error: 'no session' });
    return reply.code(201).send({ id: insert(request.body as JobInput) });
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, token: createSigner({ key })({ sub: '1' }) } satisfies SmallApp;
});
