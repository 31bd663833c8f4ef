import { store as messages } from '#contract/messages/store.ts';
import * as contract from '#contract/store.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { notFound, versionConflict } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  changedColumns,
  changedValues,
  currentRow,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { createObject, deleteBytes, forgetObject, storeObject } from '../files/files.service.ts';
import {
  type ProductRow,
  selectProduct,
  selectProductForUpdate,
  selectProducts,
} from './products.queries.ts';

interface Sent<B> {
  body: B;
  upload: TemporaryFile | null;
}

type Fields = BodyOf<typeof contract.createProduct>;
type Change = BodyOf<typeof contract.updateProduct>;
type Product = contract.Product;

function toDto({ price_cents, created_at: _, width, height, color, ...row }: ProductRow): Product {
  const isShown = width !== null && height !== null && color !== null;
  return { ...row, price: price_cents / 100, picture: isShown ? { width, height, color } : null };
}

const toCents = (dollars: number) => Math.round(dollars * 100);

/** The audit log contains the price and stock of a product, not its description. */
function auditDetail({
  title,
  price_cents,
  stock,
}: Pick<ProductRow, 'title' | 'price_cents' | 'stock'>) {
  return { title, price: price_cents / 100, stock };
}

/** Products, newest first. */
export function listProducts({ db }: Pick<AppContext, 'db'>): ReadPage<Product> {
  return async (before, limit) => {
    const products = (await selectProducts(db, before, limit)).map(toDto);
    return pageOf(products, limit, ({ id }) => ({ at: '', id }));
  };
}

/** Adds a product with its picture, once per Idempotency-Key. */
export async function createProduct(
  ctx: AppContext,
  { body, upload }: Sent<Fields>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const sent = { ...body, file: upload?.sentSha256 ?? null };
  const call = { endpoint: contract.createProduct, key, body: sent };
  return storeObject(ctx, 'products', upload, (object) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        if (!object) throw new Error('the endpoint requires a file');
        await createObject(write.tx, object);
        return { message: messages.added, id: await addProduct(write, body, object.key) };
      },
      call,
    ),
  );
}

/** Adds a product with the key of its stored picture, or without a picture, in the write of the caller. */
export async function addProduct(
  { tx, now, audit, publish }: Write,
  { price, ...fields }: Fields,
  image_key: string | null,
): Promise<number> {
  const row = { ...fields, price_cents: toCents(price), image_key };
  const id = await insertRecord(tx, 'products', { ...row, created_at: now.toISOString() });
  const target = { kind: 'product', id, label: row.title };
  await audit({ action: 'product.create', target, detail: auditDetail(row) });
  publish('everyone', contract.productsEvent);
  return id;
}

/** Returns the product to change: 404 when it's gone, 409 when the version is stale or orders have changed the stock since the admin saw it. */
async function currentProduct(
  row: ProductRow | undefined,
  { stock, stock_seen, version }: Change,
): Promise<ProductRow> {
  const before = await currentRow(row, version, toDto, messages.gone);
  const isSeen = stock === undefined || stock_seen === undefined || stock_seen === before.stock;
  if (!isSeen) throw versionConflict(toDto(before), messages.stockChanged(before.stock));
  return before;
}

/** Throws what `updateProduct` would throw now, before a picture is decoded in vain. */
export async function checkProductUpdate(db: Db, id: number, body: Change): Promise<void> {
  await currentProduct(await selectProduct(db, id), body);
}

/** Changes the keys that are sent; a file replaces the picture. 409 with the current product when the version is stale. */
export async function updateProduct(
  ctx: AppContext,
  id: number,
  { body, upload }: Sent<Change>,
  actor: Actor,
): Promise<{ message: string }> {
  return storeObject(ctx, 'products', upload, (object) =>
    writeTransactionResult(ctx, actor, async (write) => {
      await changeProduct(ctx, write, id, body, object);
      return { message: messages.updated };
    }),
  );
}

/** Changes a product, and its picture if there is a new one, in the write of the caller. */
export async function changeProduct(
  ctx: AppContext,
  { tx, audit, publish, afterCommit }: Write,
  id: number,
  body: Change,
  object: Parameters<typeof createObject>[1] | null = null,
): Promise<void> {
  const { title, description, price, stock } = body;
  const before = await currentProduct(await selectProductForUpdate(tx, id), body);
  const price_cents = price === undefined ? undefined : toCents(price);
  const columns = { title, description, price_cents, stock, image_key: object?.key };
  const change = changedColumns(before, columns);
  const changed = Object.keys(change);
  if (changed.length === 0) return;
  if (object) await createObject(tx, object);
  await updateRecord(tx, 'products', id, change);
  const oldKeys =
    object && before.image_key !== null ? await forgetObject(tx, before.image_key) : [];
  const after = { ...before, ...change };
  const names: Record<string, string> = { price_cents: 'price', image_key: 'picture' };
  await audit({
    action: 'product.update',
    target: { kind: 'product', id, label: after.title },
    detail: {
      changed: changed.map((name) => names[name] ?? name),
      ...changedValues(auditDetail(before), auditDetail(after)),
    },
  });
  publish('everyone', contract.productsEvent);
  afterCommit(() => deleteBytes(ctx, oldKeys));
}

/** Deletes a product and its picture; its orders stay. 404 when it is gone. */
export async function deleteProduct(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit, publish, afterCommit }) => {
    const row = await deleteRecord(tx, 'products', id);
    if (!row) throw notFound(messages.gone);
    const target = { kind: 'product', id, label: row.title };
    await audit({ action: 'product.delete', target, detail: auditDetail(row) });
    const keys = row.image_key === null ? [] : await forgetObject(tx, row.image_key);
    publish('everyone', contract.productsEvent);
    afterCommit(() => deleteBytes(ctx, keys));
    return { message: messages.deleted };
  });
}
