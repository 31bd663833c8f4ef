import type { Generated } from 'kysely';
import type { Schema } from '../migrations/steps.ts';

/** A browser that gets pushes when no page is open; deleted with its session. */
export interface PushSubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  jti: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: string;
}

export const pushSchema: Schema = {
  up: ({ id, strict }) => [
    `create table push_subscriptions (
      id ${id},
      user_id integer not null references users (user_id),
      jti text not null,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      created_at text not null
    ) ${strict}`,
    'create index push_subscriptions_user on push_subscriptions (user_id)',
  ],
};
