import { personName } from '#contract/employee-name.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { general } from '#contract/messages/general.ts';
import { store as say } from '#contract/messages/store.ts';
import type { Notification } from '#contract/notifications.ts';
import {
  type Order,
  type OrderStatus,
  ordersEvent,
  type placeOrder as placeEndpoint,
  type updateOrder as updateEndpoint,
} from '#contract/orders.ts';
import { badgesEvent } from '#contract/portal.ts';
import { productsEvent } from '#contract/store.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import { type Cursor, pageOf } from '../../platform/cursor.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import { notify, tellNotice } from '../notifications/notifications.service.ts';
import {
  changeOrder,
  countOpenOrders,
  countReadyOrders,
  insertOrder,
  lockOrder,
  type OrderRow,
  selectAdmins,
  selectItemOf,
  selectOrders,
  selectPerson,
} from './orders.queries.ts';
import {
  lockProduct,
  returnPieces,
  selectStock,
  type Taken,
  takePieces,
} from './products.queries.ts';

type Asking = Pick<SignedIn, 'userId' | 'role'>;
type Actor = Asking & { ip: string };
type NextStatus = Exclude<OrderStatus, 'open'>;

/** A notice that is stored, and whose it is. */
type Notice = { recipients: number[]; event: Notification } | null;

/** What open pages are told after the commit. */
interface Told {
  orderer: number;
  notice: Notice;
  /** A counted stock is another now. */
  stockChanged: boolean;
  /** As it was and as it is; null: there was none. */
  status: { before: OrderStatus | null; after: OrderStatus };
}

/** '2 × Cap, size L'. */
function whatOf({ quantity, title, note }: Pick<Order, 'quantity' | 'title' | 'note'>): string {
  return `${quantity} × ${title}${note && `, ${note}`}`;
}

function handlerOf(row: OrderRow): string | null {
  if (row.handler_username === null) return null;
  const { handler_first_name: first_name, handler_last_name: last_name } = row;
  return personName({ username: row.handler_username, first_name, last_name });
}

function present(row: OrderRow): Order {
  const { id, product_id, title, quantity, note, status, user_id, version } = row;
  return {
    id,
    product_id,
    title,
    price: row.price_cents / 100,
    quantity,
    total: (row.price_cents * quantity) / 100,
    note,
    status,
    user_id,
    ordered_by: personName(row),
    created_at: row.created_at,
    updated_at: row.updated_at,
    handled_by: handlerOf(row),
    version,
  };
}

/** What waits in the store: for an admin open orders, for everybody own ones that can be fetched. */
export async function waitingOrders(
  db: Db,
  { userId, role }: Asking,
): Promise<{ open_orders: number; ready_orders: number }> {
  return {
    open_orders: role === 'admin' ? await countOpenOrders(db) : 0,
    ready_orders: await countReadyOrders(db, userId),
  };
}

/** Orders, newest first: an admin's all, an employee's own whatever is asked. */
export async function readOrders(
  db: Db,
  { userId, role }: Asking,
  asked: { waitingOnly: boolean; limit: number | undefined; before: Cursor | null },
): Promise<{ orders: Order[]; next: string | null }> {
  const { waitingOnly, limit, before } = asked;
  const which = { userId: role === 'admin' ? null : userId, waitingOnly };
  const found = await selectOrders(db, which, limit && limit + 1, before?.id);
  const { rows, next } = pageOf(found, limit, ({ id }) => ({ at: '', id }));
  return { orders: rows.map(present), next };
}

/** Stores a notice to these people; null when there are none. */
async function noticeTo(
  tx: Db,
  now: Date,
  recipients: number[],
  message: string,
  senderId: number,
): Promise<Notice> {
  if (recipients.length === 0) return null;
  return { recipients, event: await notify(tx, now, { message, recipients, senderId }) };
}

/** The admins but the one who acts. */
async function adminsBut(tx: Db, userId: number): Promise<number[]> {
  return (await selectAdmins(tx)).filter((id) => id !== userId);
}

function tell(ground: Ground, { orderer, notice, stockChanged, status }: Told): void {
  const { realtime } = ground;
  if (notice) tellNotice(ground, notice.recipients, notice.event);
  realtime.toUsers([orderer], ordersEvent);
  realtime.toAdmins(ordersEvent);
  if (stockChanged) realtime.toEveryone(productsEvent);
  const counts = [status.before, status.after];
  if (counts.includes('open')) realtime.toAdmins(badgesEvent);
  if (counts.includes('ready')) realtime.toUsers([orderer], badgesEvent);
}

/** Takes the pieces from the stock; 404 when the item is gone, 409 when there are fewer. */
async function take(tx: Db, productId: number, quantity: number): Promise<Taken> {
  const taken = await takePieces(tx, productId, quantity);
  if (taken) return taken;
  const left = await selectStock(tx, productId);
  if (left === undefined) throw notFound(say.gone);
  if (left !== null && left < quantity) throw conflict(say.notEnough(left));
  // Some were given back in between.
  return take(tx, productId, quantity);
}

/** Orders an item for the caller, once per Idempotency-Key, and tells the admins. */
export async function orderProduct(
  ground: Ground,
  productId: number,
  body: BodyOf<typeof placeEndpoint>,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const now = ground.now();
  const at = now.toISOString();
  const { userId, ip } = by;
  const sent = { product_id: productId, ...body };
  const attempt = { caller: `user ${userId}`, call: 'placeOrder', key, body: sent, status: 201 };
  let told: Told | null = null;
  const { reply } = await once(ground.db, now, attempt, async (tx) => {
    const { title, price_cents, stock } = await take(tx, productId, body.quantity);
    const row = { ...sent, user_id: userId, title, price_cents, created_at: at, updated_at: at };
    const taken = stock === null ? 0 : body.quantity;
    const id = await insertOrder(tx, { ...row, taken, status: 'open', handled_by: null });
    await recordAudit(tx, now, {
      userId,
      ip,
      action: 'order.create',
      target: { kind: 'order', id },
      detail: { product_id: productId, quantity: body.quantity, price: price_cents / 100 },
    });
    const who = personName(await selectPerson(tx, userId));
    const message = say.notices.ordered(who, whatOf(row));
    const notice = await noticeTo(tx, now, await adminsBut(tx, userId), message, userId);
    const status = { before: null, after: 'open' } as const;
    told = { orderer: userId, notice, stockChanged: stock !== null, status };
    return { message: say.ordered, id };
  });
  // A repeated call has told everybody already.
  if (told) tell(ground, told);
  return reply;
}

/** The status that is asked for; refused where it may not follow, or the caller may not set it. */
function nextStatus(before: OrderRow, status: OrderStatus, { role }: Asking): NextStatus {
  if (role !== 'admin' && before.status !== 'open') throw forbidden(say.onlyCancel);
  if (before.status === 'handed_over' || before.status === 'cancelled') {
    throw conflict(say.isFinal(before.status));
  }
  if (status === 'open') throw conflict(say.notBack);
  return status;
}

/** Holds an order, and before it its item: the order in which everybody takes the two. */
async function holdOrder(tx: Db, id: number): Promise<OrderRow | undefined> {
  const productId = await selectItemOf(tx, id);
  if (productId) await lockProduct(tx, productId);
  return lockOrder(tx, id);
}

/** Whom a change concerns who did not make it: the orderer, or of what the orderer did the admins. */
async function noticeOf(
  tx: Db,
  now: Date,
  order: OrderRow,
  status: NextStatus,
  { userId, role }: Asking,
): Promise<Notice> {
  const what = whatOf(order);
  if (role === 'admin') {
    const isTold = order.user_id !== userId && order.closed_at === null;
    return noticeTo(tx, now, isTold ? [order.user_id] : [], say.notices[status](what), userId);
  }
  const message = say.notices.withdrawn(personName(order), what);
  return noticeTo(tx, now, await adminsBut(tx, userId), message, userId);
}

/** Sets an order's status in the caller's transaction; null when it has it already. */
async function follow(
  tx: Db,
  now: Date,
  id: number,
  { status: asked, version }: BodyOf<typeof updateEndpoint>,
  { userId, role, ip }: Actor,
): Promise<Told | null> {
  const before = await holdOrder(tx, id);
  if (!before || (role !== 'admin' && before.user_id !== userId)) throw notFound();
  if (role !== 'admin' && asked !== 'cancelled') throw forbidden(say.onlyCancel);
  // Sent again, because its answer was lost: nobody is told twice.
  if (asked === before.status) return null;
  if (version && version !== before.version) throw conflict(general.stale, present(before));
  const status = nextStatus(before, asked, { userId, role });
  const handled_by = before.user_id === userId ? null : userId;
  await changeOrder(tx, id, { status, handled_by, updated_at: now.toISOString() });
  const { product_id, taken, user_id: orderer } = before;
  const isReturned = status === 'cancelled' && product_id !== null && taken > 0;
  const stockChanged = isReturned && (await returnPieces(tx, product_id, taken));
  await recordAudit(tx, now, {
    userId,
    ip,
    action: 'order.update',
    target: { kind: 'order', id },
    detail: { status: { before: before.status, after: status } },
  });
  const notice = await noticeOf(tx, now, before, status, { userId, role });
  return { orderer, notice, stockChanged, status: { before: before.status, after: status } };
}

/** Sets an order's status and tells the other side; the same status again changes nothing. */
export async function setOrderStatus(
  ground: Ground,
  id: number,
  body: BodyOf<typeof updateEndpoint>,
  by: Actor,
): Promise<{ message: string }> {
  const now = ground.now();
  const told = await ground.db.transaction().execute((tx) => follow(tx, now, id, body, by));
  if (told) tell(ground, told);
  return { message: say.orderUpdated };
}
