import type { Generated } from 'kysely';

/** A message of the office, sent or planned. */
export interface AnnouncementsTable {
  announcement_id: Generated<number>;
  message: string;
  /** '' for every department, every position. */
  department: string;
  position: string;
  /** JSON list; empty: by department and position. */
  user_ids: string;
  must_confirm: 0 | 1;
  is_safety: 0 | 1;
  send_at: string;
  /** Null until it is sent. */
  sent_at: string | null;
  sender_id: number;
  /** What was sent; null before, and after it was deleted. */
  notification_id: number | null;
  created_at: string;
  /** When those who had not confirmed it were reminded last. */
  reminded_at: Generated<string | null>;
}
