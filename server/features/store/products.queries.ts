import type { Insertable, NotNull, Selectable, Updateable } from 'kysely';
import { mostStock } from '#contract/store.ts';
import type { Db } from '../../database/open.ts';
import type { ProductsTable } from '../../database/tables-shop.ts';

export type ProductRow = Selectable<ProductsTable> & {
  width: number;
  height: number;
  color: string;
};

/** What an order keeps of its item, and what is left of it. */
export type Taken = Pick<ProductRow, 'title' | 'price_cents' | 'stock'>;

function withPicture(db: Db) {
  return (
    db
      .selectFrom('products')
      .innerJoin('objects', 'objects.key', 'products.image_key')
      .selectAll('products')
      .select(['objects.width', 'objects.height', 'objects.color'])
      // A picture that was uploaded has all three.
      .$narrowType<{ width: NotNull; height: NotNull; color: NotNull }>()
  );
}

/** Items with their pictures, newest first; those made before the id `before` when it is given. */
export async function selectProducts(
  db: Db,
  limit: number | undefined,
  before: number | undefined,
): Promise<ProductRow[]> {
  let query = withPicture(db).orderBy('products.id', 'desc');
  if (before !== undefined) query = query.where('products.id', '<', before);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

/** One item, held against other writers until the transaction ends. */
export async function lockProduct(tx: Db, id: number): Promise<ProductRow | undefined> {
  // A write that changes nothing holds the row on both databases.
  await tx
    .updateTable('products')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .execute();
  return withPicture(tx).where('products.id', '=', id).executeTakeFirst();
}

/** Stores an item whose picture has its row. */
export async function insertProduct(tx: Db, row: Insertable<ProductsTable>): Promise<number> {
  const { id } = await tx
    .insertInto('products')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes what is set and raises the version. */
export async function changeProduct(
  tx: Db,
  id: number,
  change: Updateable<ProductsTable>,
): Promise<void> {
  await tx
    .updateTable('products')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Takes an item away and answers what it was; undefined when it is gone already. */
export async function removeProduct(
  tx: Db,
  id: number,
): Promise<Selectable<ProductsTable> | undefined> {
  return tx.deleteFrom('products').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Takes that many pieces in one statement, so that no two orders take the same; undefined where there are fewer, or no such item. */
export async function takePieces(tx: Db, id: number, quantity: number): Promise<Taken | undefined> {
  return (
    tx
      .updateTable('products')
      // Null, not counted, stays null.
      .set((eb) => ({ stock: eb('stock', '-', quantity) }))
      .where('id', '=', id)
      .where((eb) => eb.or([eb('stock', 'is', null), eb('stock', '>=', quantity)]))
      .returning(['title', 'price_cents', 'stock'])
      .executeTakeFirst()
  );
}

/** Gives pieces back to an item that is still there and counted; answers whether it is. */
export async function returnPieces(tx: Db, id: number, quantity: number): Promise<boolean> {
  const row = await tx
    .updateTable('products')
    // What an admin has set since may leave no room below the largest stock.
    .set((eb) => ({
      stock: eb
        .case()
        .when('stock', '>', mostStock - quantity)
        .then(mostStock)
        .else(eb('stock', '+', quantity))
        .end(),
    }))
    .where('id', '=', id)
    .where('stock', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Pieces that are left, null for not counted; undefined: no such item. */
export async function selectStock(tx: Db, id: number): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('products')
    .select('stock')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.stock;
}
