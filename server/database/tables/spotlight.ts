import type { Generated } from 'kysely';
import type { Emoji, Layout } from '#contract/spotlight.ts';
import type { Schema } from '../migrations/steps.ts';

export interface PostsTable {
  id: Generated<number>;
  title: string;
  text: string;
  layout_type: Layout;
  image_key: string | null;
  created_by: number;
  created_at: string;
  version: Generated<number>;
  /** '' for none. */
  title_es: Generated<string>;
  text_es: Generated<string>;
}

export interface ReactionsTable {
  post_id: number;
  user_id: number;
  emoji: Emoji;
  reacted_at: string;
}

export const spotlightSchema: Schema = {
  up: ({ id, strict }) => [
    `create table posts (
      id ${id},
      title text not null,
      text text not null,
      layout_type text not null check (layout_type in ('layout1', 'layout2', 'layout3')),
      image_key text unique references objects (key),
      created_by integer not null references users (user_id),
      created_at text not null,
      version integer not null default 1
    ) ${strict}`,

    `create table reactions (
      post_id integer not null references posts (id) on delete cascade,
      user_id integer not null references users (user_id),
      emoji text not null check (emoji in ('👍', '😊', '❤️', '😮', '😢')),
      reacted_at text not null,
      primary key (post_id, user_id)
    ) ${strict}`,
  ],
};
