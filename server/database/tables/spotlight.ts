import type { Generated } from 'kysely';
import type { Emoji, Layout } from '#contract/spotlight.ts';

export interface PostsTable {
  id: Generated<number>;
  title: string;
  text: string;
  layout_type: Layout;
  image_key: string | null;
  created_by: number;
  created_at: string;
  version: Generated<number>;
}

export interface ReactionsTable {
  post_id: number;
  user_id: number;
  emoji: Emoji;
  reacted_at: string;
}
