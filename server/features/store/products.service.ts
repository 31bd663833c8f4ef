import type { BodyOf } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { store as say } from '#contract/messages/store.ts';
import {
  type createProduct as createEndpoint,
  type Product,
  productsEvent,
  type updateProduct as updateEndpoint,
} from '#contract/store.ts';
import type { Db } from '../../database/open.ts';
import type { ObjectsTable } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { type Cursor, pageOf } from '../../platform/cursor.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { TemporaryFile } from '../../platform/uploads.ts';
import { addObject, dropBytes, forgetObject, storeObject } from '../files/files.service.ts';
import {
  changeProduct,
  insertProduct,
  lockProduct,
  type ProductRow,
  removeProduct,
  selectProducts,
} from './products.queries.ts';

interface Actor {
  userId: number;
  ip: string;
}

interface Sent<B> {
  body: B;
  upload: TemporaryFile | null;
}

type Fields = BodyOf<typeof createEndpoint>;
type Change = BodyOf<typeof updateEndpoint>;
type Columns = Pick<ProductRow, 'title' | 'description' | 'price_cents' | 'stock'>;

function present(row: ProductRow): Product {
  const { id, title, description, image_key, stock, version } = row;
  const picture = { width: row.width, height: row.height, color: row.color };
  return {
    id,
    title,
    description,
    price: row.price_cents / 100,
    image_key,
    picture,
    stock,
    version,
  };
}

/** Cents of dollars with at most 2 places. */
const centsOf = (price: number) => Math.round(price * 100);

/** What the audit tells of an item: what it costs and how many there are; not how it is described. */
function told({ title, price_cents, stock }: Omit<Columns, 'description'>) {
  return { title, price: price_cents / 100, stock };
}

/** Items, newest first. */
export async function readProducts(
  db: Db,
  limit: number | undefined,
  before: Cursor | null,
): Promise<{ products: Product[]; next: string | null }> {
  const found = await selectProducts(db, limit && limit + 1, before?.id);
  const { rows, next } = pageOf(found, limit, ({ id }) => ({ at: '', id }));
  return { products: rows.map(present), next };
}

/** Adds an item with its picture, once per Idempotency-Key. */
export async function addProduct(
  ground: Ground,
  { body, upload }: Sent<Fields>,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const now = ground.now();
  const sent = { ...body, file: upload?.sha256 ?? null };
  const caller = `user ${by.userId}`;
  const attempt = { caller, call: 'createProduct', key, body: sent, status: 201 };
  const reply = await storeObject(ground, 'products', upload, (object) =>
    once(ground.db, now, attempt, async (tx) => {
      if (!object) throw new Error('the endpoint asks for a file');
      await addObject(tx, object);
      const { price, ...fields } = body;
      const row = { ...fields, price_cents: centsOf(price), image_key: object.key };
      const id = await insertProduct(tx, { ...row, created_at: now.toISOString() });
      await recordAudit(tx, now, {
        ...by,
        action: 'product.create',
        target: { kind: 'product', id },
        detail: told(row),
      });
      return { message: say.added, id };
    }),
  );
  ground.realtime.toEveryone(productsEvent);
  return reply;
}

/** The columns that the change sets to something else. */
function differing(before: ProductRow, { title, description, price, stock }: Change) {
  const price_cents = price === undefined ? undefined : centsOf(price);
  const set = Object.entries({ title, description, price_cents, stock }).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof Columns],
  );
  return Object.fromEntries(set) as Partial<Columns>;
}

/** Refuses what an admin decided without knowing of a change. */
function assertSeen(before: ProductRow, { version, stock, stock_seen }: Change): void {
  if (version && version !== before.version) throw conflict(general.stale, present(before));
  if (stock === undefined || stock_seen === undefined || stock_seen === before.stock) return;
  throw conflict(say.stockChanged(before.stock), present(before));
}

/** Changes an item in the caller's transaction; undefined when nothing is another than before. */
async function change(
  tx: Db,
  ground: Ground,
  id: number,
  { sent, object }: { sent: Change; object: ObjectsTable | null },
  by: Actor,
): Promise<{ dropped: string[] } | undefined> {
  const before = await lockProduct(tx, id);
  if (!before) throw notFound(say.gone);
  assertSeen(before, sent);
  const columns = differing(before, sent);
  const changed = Object.keys(columns).map((name) => (name === 'price_cents' ? 'price' : name));
  if (changed.length === 0 && !object) return undefined;
  if (object) await addObject(tx, object);
  await changeProduct(tx, id, { ...columns, ...(object && { image_key: object.key }) });
  const dropped = object ? await forgetObject(tx, before.image_key) : [];
  await recordAudit(tx, ground.now(), {
    ...by,
    action: 'product.update',
    target: { kind: 'product', id },
    detail: {
      changed: object ? [...changed, 'picture'] : changed,
      before: told(before),
      after: told({ ...before, ...columns }),
    },
  });
  return { dropped };
}

/** Changes the keys that are sent; a file replaces the picture. What is stale is 409 with the item as it is now. */
export async function reviseProduct(
  ground: Ground,
  id: number,
  { body, upload }: Sent<Change>,
  by: Actor,
): Promise<{ message: string }> {
  const changed = await storeObject(ground, 'products', upload, async (object) => ({
    replayed: false,
    reply: await ground.db
      .transaction()
      .execute((tx) => change(tx, ground, id, { sent: body, object }, by)),
  }));
  if (changed) {
    ground.realtime.toEveryone(productsEvent);
    await dropBytes(ground, changed.dropped);
  }
  return { message: say.updated };
}

/** Deletes an item and its picture; orders of it stay. 404 when it is gone. */
export async function dropProduct(
  ground: Ground,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  const dropped = await ground.db.transaction().execute(async (tx) => {
    const removed = await removeProduct(tx, id);
    if (!removed) throw notFound(say.gone);
    await recordAudit(tx, ground.now(), {
      ...by,
      action: 'product.delete',
      target: { kind: 'product', id },
      detail: told(removed),
    });
    return forgetObject(tx, removed.image_key);
  });
  ground.realtime.toEveryone(productsEvent);
  await dropBytes(ground, dropped);
  return { message: say.deleted };
}
