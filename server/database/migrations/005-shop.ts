import type { Step } from './steps.ts';

/** The store with its orders, the spotlight with its reactions, testimonials, and pictures in several widths. */
export const shop: Step = {
  name: '005-shop',
  up: ({ id, strict }) => [
    'alter table objects add column original_key text references objects (key) on delete cascade',
    'alter table objects add column width integer',
    'alter table objects add column height integer',
    'alter table objects add column color text',
    'create index objects_original on objects (original_key) where original_key is not null',

    `create table products (
      id ${id},
      title text not null,
      description text not null,
      price_cents integer not null check (price_cents >= 0),
      image_key text not null unique references objects (key),
      stock integer check (stock >= 0),
      version integer not null default 1,
      created_at text not null
    ) ${strict}`,

    `create table orders (
      id ${id},
      product_id integer references products (id) on delete set null,
      user_id integer not null references users (user_id),
      title text not null,
      price_cents integer not null check (price_cents >= 0),
      quantity integer not null check (quantity between 1 and 99),
      taken integer not null default 0 check (taken in (0, quantity)),
      note text not null,
      status text not null default 'open'
        check (status in ('open', 'ready', 'handed_over', 'cancelled')),
      handled_by integer references users (user_id),
      created_at text not null,
      updated_at text not null,
      version integer not null default 1
    ) ${strict}`,
    'create index orders_user on orders (user_id, id)',
    'create index orders_product on orders (product_id)',
    "create index orders_waiting on orders (id) where status in ('open', 'ready')",

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

    `create table testimonials (
      id ${id},
      inquiry_id integer not null references inquiries (id),
      status text not null check (status in ('invited', 'waiting', 'approved', 'declined')),
      code_hash text not null unique,
      email text not null,
      invited_by integer not null references users (user_id),
      invited_at text not null,
      expires_at text not null,
      quote text not null default '',
      client text not null default '',
      role text not null default '',
      company text not null default '',
      city text not null default '',
      state text not null default '',
      written_at text,
      decided_by integer references users (user_id),
      decided_at text,
      version integer not null default 1,
      check ((status = 'invited') = (written_at is null))
    ) ${strict}`,
    // At most one open link per inquiry.
    "create unique index testimonials_invited on testimonials (inquiry_id) where status = 'invited'",
    'create index testimonials_status on testimonials (status)',
  ],
};
