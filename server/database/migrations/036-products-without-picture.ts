import type { Step } from './steps.ts';

/** Products may have no picture: imported ones get theirs later. SQLite can change a column by copying the table only. */
export const productsWithoutPicture: Step = {
  name: '036-products-without-picture',
  up: () => [],
  upPostgres: ['alter table products alter column image_key drop not null'],
  upSqlite: [
    `create table products_copy (
      id integer primary key autoincrement,
      title text not null,
      description text not null,
      price_cents integer not null check (price_cents >= 0),
      image_key text unique references objects (key),
      stock integer check (stock >= 0),
      version integer not null default 1,
      created_at text not null
    ) strict`,
    // Ids of deleted products are not used again.
    "insert into sqlite_sequence (name, seq) select 'products_copy', seq from sqlite_sequence where name = 'products'",
    `insert into products_copy (id, title, description, price_cents, image_key, stock, version, created_at)
      select id, title, description, price_cents, image_key, stock, version, created_at from products`,
    // Dropping the table clears the references to it.
    'create table product_orders as select id, product_id from orders where product_id is not null',
    'drop table products',
    'alter table products_copy rename to products',
    `update orders set product_id =
      (select product_id from product_orders where product_orders.id = orders.id)`,
    'drop table product_orders',
  ],
};
