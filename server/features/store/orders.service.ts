import { store as messages } from '#contract/messages/store.ts';
import {
  type listOrders as listEndpoint,
  type Order,
  type OrderStatus,
  ordersEvent,
  placeOrder as placeEndpoint,
  type updateOrder as updateEndpoint,
} from '#contract/orders.ts';
import { badgesEvent } from '#contract/portal.ts';
import { productsEvent } from '#contract/store.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Role } from '#contract/wire/access.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { insertRecord, updateRecord } from '../../database/records.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type FilterOf, pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, forbidden, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import {
  type OrderRow,
  selectOrderForUpdate,
  selectOrders,
  selectPerson,
  selectProductOf,
} from './orders.queries.ts';
import {
  returnUnits,
  selectProductForUpdate,
  selectStock,
  type Taken,
  takeFromStock,
} from './products.queries.ts';

export { countOpenOrders, countReadyOrders } from './orders.queries.ts';

type Asking = Pick<AuthUser, 'userId' | 'role'>;
type NextStatus = Exclude<OrderStatus, 'open'>;

/** The order in the portal. */
const linkTo = (id: number) => `/Store?view=orders&order=${id}`;

/** '2 × Cap, size L'. */
function orderLabel({ quantity, title, note }: Pick<Order, 'quantity' | 'title' | 'note'>): string {
  return `${quantity} × ${title}${note && `, ${note}`}`;
}

function auditTarget(id: number, { quantity, title }: Pick<Order, 'quantity' | 'title'>) {
  return { kind: 'order', id, label: `${quantity} × ${title}` };
}

function handlerName(row: OrderRow): string | null {
  if (row.handler_username === null) return null;
  const { handler_first_name: first_name, handler_last_name: last_name } = row;
  return personName({ username: row.handler_username, first_name, last_name });
}

function toDto(row: OrderRow): Order {
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
    handled_by: handlerName(row),
    version,
  };
}

/** Orders, newest first: an admin's all, an employee's always their own. */
export function listOrders(
  { db }: Pick<AppContext, 'db'>,
  { userId, role }: Asking,
  { open }: FilterOf<typeof listEndpoint>,
): ReadPage<Order> {
  const filter = { userId: role === 'admin' ? null : userId, waitingOnly: open === '1' };
  return async (before, limit) => {
    const orders = (await selectOrders(db, filter, before, limit)).map(toDto);
    return pageOf(orders, limit, ({ id }) => ({ at: '', id }));
  };
}

interface OrderEvents {
  orderer: number;
  /** The status before (null for a new order) and after. */
  statuses: readonly (OrderStatus | null)[];
  stockChanged: boolean;
}

/** Reloads the open pages that show the order, the stock or a count of them. */
function publishOrder({ publish }: Write, { orderer, statuses, stockChanged }: OrderEvents): void {
  publish([orderer], ordersEvent);
  publish('admins', ordersEvent);
  if (stockChanged) publish('everyone', productsEvent);
  if (statuses.includes('open')) publish('admins', badgesEvent);
  if (statuses.includes('ready')) publish([orderer], badgesEvent);
}

/** Takes the units from the stock; 404 when the product is gone, 409 when too few are left. */
async function take(tx: Db, productId: number, quantity: number): Promise<Taken> {
  const taken = await takeFromStock(tx, productId, quantity);
  if (taken) return taken;
  const left = await selectStock(tx, productId);
  if (left === undefined) throw notFound(messages.gone);
  if (left !== null && left < quantity) throw conflict(messages.notEnough(left));
  // A cancellation has returned some in between.
  return take(tx, productId, quantity);
}

/** Orders a product for the caller, once per Idempotency-Key, and notifies the admins. */
export async function placeOrder(
  ctx: AppContext,
  productId: number,
  body: BodyOf<typeof placeEndpoint>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; id: number }> {
  const { userId } = actor;
  const sent = { product_id: productId, ...body };
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit } = write;
      const { title, price_cents, stock } = await take(tx, productId, body.quantity);
      const at = now.toISOString();
      const row = { ...sent, user_id: userId, title, price_cents, created_at: at, updated_at: at };
      const taken = stock === null ? 0 : body.quantity;
      const id = await insertRecord(tx, 'orders', {
        ...row,
        taken,
        status: 'open',
        handled_by: null,
      });
      await audit({
        action: 'order.create',
        target: auditTarget(id, row),
        detail: { product_id: productId, quantity: body.quantity, price: price_cents / 100 },
      });
      const name = personName(await selectPerson(tx, userId));
      const message = messages.notices.ordered(name, orderLabel(row));
      await notify(ctx, write, userId, [
        { kind: 'order', message, link: linkTo(id), recipients: 'admins' },
      ]);
      publishOrder(write, {
        orderer: userId,
        statuses: [null, 'open'],
        stockChanged: stock !== null,
      });
      return { message: messages.ordered, id };
    },
    { endpoint: placeEndpoint, key, body: sent },
  );
}

/** Checks that the status may follow and that the caller may set it. */
function nextStatus(before: OrderRow, status: OrderStatus, role: Role): NextStatus {
  if (role !== 'admin' && before.status !== 'open') throw forbidden(messages.onlyCancel);
  if (before.status === 'handed_over' || before.status === 'cancelled') {
    throw conflict(messages.isFinal(before.status));
  }
  if (status === 'open') throw conflict(messages.notBack);
  return status;
}

/** Locks the product, then the order: the lock order of every write to both. */
async function getOrderForUpdate(tx: Db, id: number): Promise<OrderRow | undefined> {
  const productId = await selectProductOf(tx, id);
  if (productId) await selectProductForUpdate(tx, productId);
  return selectOrderForUpdate(tx, id);
}

/** Notifies the orderer of what an admin did, and the admins of what the orderer did. */
async function notifyOfStatus(
  ctx: AppContext,
  write: Write,
  order: OrderRow,
  status: NextStatus,
  { userId, role }: Asking,
): Promise<void> {
  const label = orderLabel(order);
  const toAdmins = role !== 'admin';
  const message = () =>
    toAdmins
      ? messages.notices.withdrawn(personName(order), label)
      : messages.notices[status](label);
  const orderer = order.closed_at === null ? [order.user_id] : [];
  const recipients = toAdmins ? ('admins' as const) : orderer;
  // The office's first view is of orders that wait.
  const link = `${linkTo(order.id)}${toAdmins ? '&which=all' : ''}`;
  await notify(ctx, write, userId, [{ kind: 'order', message, link, recipients }]);
}

/** Sets an order's status and notifies the other side; setting it again changes nothing. */
export async function updateOrder(
  ctx: AppContext,
  id: number,
  { status: asked, version }: BodyOf<typeof updateEndpoint>,
  role: Role,
  actor: Actor,
): Promise<{ message: string }> {
  const { userId } = actor;
  const reply = { message: messages.orderUpdated };
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const row = await getOrderForUpdate(tx, id);
    if (!row || (role !== 'admin' && row.user_id !== userId)) throw notFound();
    if (role !== 'admin' && asked !== 'cancelled') throw forbidden(messages.onlyCancel);
    // A retry after a lost response must not notify anyone twice.
    if (asked === row.status) return reply;
    const before = await currentRow(row, version, toDto);
    const status = nextStatus(before, asked, role);
    const { product_id, taken, user_id: orderer } = before;
    const handled_by = orderer === userId ? null : userId;
    await updateRecord(tx, 'orders', id, { status, handled_by, updated_at: now.toISOString() });
    const isReturned = status === 'cancelled' && product_id !== null && taken > 0;
    const stockChanged = isReturned && (await returnUnits(tx, product_id, taken));
    await audit({
      action: 'order.update',
      target: auditTarget(id, before),
      detail: { status: { before: before.status, after: status } },
    });
    if (status === 'cancelled') await withdraw(write, [linkTo(id)]);
    await notifyOfStatus(ctx, write, before, status, { userId, role });
    publishOrder(write, { orderer, statuses: [before.status, status], stockChanged });
    return reply;
  });
}
