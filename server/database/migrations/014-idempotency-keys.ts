import type { Step } from './steps.ts';

/**
 * Stored replies under the name that the field uses. The table `replays` stays for one release, so that
 * the previous release keeps working during an upgrade; a later step drops it.
 */
export const idempotencyKeys: Step = {
  name: '014-idempotency-keys',
  up: ({ strict }) => [
    `create table idempotency_keys (
      caller text not null,
      call text not null,
      key text not null,
      body_sha256 text not null,
      status integer not null,
      reply text not null,
      created_at text not null,
      primary key (caller, call, key)
    ) ${strict}`,
    'create index idempotency_keys_age on idempotency_keys (created_at)',
    `insert into idempotency_keys (caller, call, key, body_sha256, status, reply, created_at)
      select caller, call, key, body_sha256, status, reply, created_at from replays`,
  ],
};
