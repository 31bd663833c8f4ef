import type { Generated } from 'kysely';

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
