import type { Selectable } from 'kysely';
import { maxStock } from '#contract/store.ts';
import { newestFirst } from '../../database/expressions.ts';
import { selectForUpdate } from '../../database/locks.ts';
import type { Db } from '../../database/open.ts';
import type { ProductsTable } from '../../database/tables/store.ts';
import type { Cursor } from '../../platform/http/lists.ts';

export type ProductRow = Selectable<ProductsTable> & {
  width: number | null;
  height: number | null;
  color: string | null;
};

/** The fields that an order copies from its product, and the stock left. */
export type Taken = Pick<ProductRow, 'title' | 'price_cents' | 'stock'>;

function withPicture(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('objects', 'objects.key', 'products.image_key')
    .selectAll('products')
    .select(['objects.width', 'objects.height', 'objects.color']);
}

/** Products with their pictures, if any, newest first. */
export async function selectProducts(
  db: Db,
  before: Cursor | null,
  limit: number,
): Promise<ProductRow[]> {
  return newestFirst(withPicture(db), ['products.id'], before, limit).execute();
}

export async function selectProduct(db: Db, id: number): Promise<ProductRow | undefined> {
  return withPicture(db).where('products.id', '=', id).executeTakeFirst();
}

/** One product, locked until the transaction ends. */
export async function selectProductForUpdate(tx: Db, id: number): Promise<ProductRow | undefined> {
  await selectForUpdate(tx, 'products', 'id', id);
  return selectProduct(tx, id);
}

/** Takes the units in one statement, so that orders can't take the same ones; undefined when too few are left or the product doesn't exist. */
export async function takeFromStock(
  tx: Db,
  id: number,
  quantity: number,
): Promise<Taken | undefined> {
  return (
    tx
      .updateTable('products')
      // Null (not counted) stays null.
      .set((eb) => ({ stock: eb('stock', '-', quantity) }))
      .where('id', '=', id)
      .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>=', quantity)]))
      .returning(['title', 'price_cents', 'stock'])
      .executeTakeFirst()
  );
}

/** Returns units to the stock; false when the product is gone or not counted. */
export async function returnUnits(tx: Db, id: number, quantity: number): Promise<boolean> {
  const row = await tx
    .updateTable('products')
    // An admin may have raised the stock since, so cap it at the maximum.
    .set((eb) => ({
      stock: eb
        .case()
        .when('stock', '>', maxStock - quantity)
        .then(maxStock)
        .else(eb('stock', '+', quantity))
        .end(),
    }))
    .where('id', '=', id)
    .where('stock', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Units left, null for not counted; undefined when the product doesn't exist. */
export async function selectStock(tx: Db, id: number): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('products')
    .select('stock')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.stock;
}
