import type { Selectable } from 'kysely';
import type {
  createDamage as createEndpoint,
  Damage,
  updateDamage as updateEndpoint,
} from '#contract/damages.ts';
import { employeeName } from '#contract/employee-name.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { damages as say } from '#contract/messages/damages.ts';
import { general } from '#contract/messages/general.ts';
import type { Db } from '../../database/open.ts';
import type { DamagesTable } from '../../database/tables-people.ts';
import { recordAudit } from '../../platform/audit.ts';
import { type Cursor, pageOf } from '../../platform/cursor.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { once } from '../../platform/replays.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import {
  changeDamage,
  type DamageRow,
  holdEmployee,
  insertDamage,
  lockDamage,
  removeDamage,
  selectDamages,
} from './damages.queries.ts';

export interface Actor {
  userId: number;
  ip: string;
}

type Fields = BodyOf<typeof createEndpoint>;

function present(row: DamageRow): Damage {
  return {
    damage_id: row.damage_id,
    employee_id: row.employee_id,
    employee_name: employeeName(row),
    driver_name: row.driver_name,
    damage_date: row.damage_date,
    damage_amount: row.amount_cents / 100,
    damage_description: row.damage_description,
    version: row.version,
  };
}

/** Columns of the fields that are set; the amount in cents. */
function columns({ damage_amount, ...fields }: Partial<Fields>) {
  const amount_cents = damage_amount === undefined ? undefined : Math.round(damage_amount * 100);
  const set = Object.entries({ ...fields, amount_cents }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(set) as Partial<Selectable<DamagesTable>>;
}

/** What the audit tells of a damage: whose, when, how much; not what was written about it. */
function told(row: Partial<Selectable<DamagesTable>>): Record<string, unknown> {
  const { employee_id, damage_date, amount_cents } = row;
  const damage_amount = amount_cents === undefined ? undefined : amount_cents / 100;
  return { employee_id, damage_date, damage_amount };
}

async function mustEmploy(tx: Db, ground: Ground, id: number): Promise<void> {
  if (await holdEmployee(tx, ground.engine, id)) return;
  throw invalid({ employee_id: say.employeeMissing }, say.employeeMissing);
}

/** Damages, newest date first: an admin's all or of one employee, an employee's own whatever is asked. */
export async function readDamages(
  db: Db,
  user: Pick<SignedIn, 'userId' | 'role'>,
  asked: { employeeId: number | undefined; limit: number | undefined; before: Cursor | null },
): Promise<{ damages: Damage[]; next: string | null }> {
  const { employeeId, limit, before } = asked;
  const whose = user.role === 'admin' ? { employeeId } : { userId: user.userId };
  const found = await selectDamages(db, whose, limit && limit + 1, before);
  const { rows, next } = pageOf(found, limit, (row) => ({
    at: row.damage_date,
    id: row.damage_id,
  }));
  return { damages: rows.map(present), next };
}

/** Adds a damage, once per Idempotency-Key; an employee that is none is 400. */
export async function addDamage(
  ground: Ground,
  body: Fields,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; damage_id: number }> {
  const now = ground.now();
  const attempt = { caller: `user ${by.userId}`, call: 'createDamage', key, body, status: 201 };
  const { reply } = await once(ground.db, now, attempt, async (tx) => {
    await mustEmploy(tx, ground, body.employee_id);
    const { damage_amount, ...fields } = body;
    const amount_cents = Math.round(damage_amount * 100);
    const row = { ...fields, amount_cents, created_at: now.toISOString() };
    const id = await insertDamage(tx, row);
    await recordAudit(tx, now, {
      ...by,
      action: 'damage.create',
      target: { kind: 'damage', id },
      detail: told(row),
    });
    return { message: say.added, damage_id: id };
  });
  return reply;
}

/** Changes the keys that are sent; a stale version is 409 with the damage as it is now. */
export async function reviseDamage(
  ground: Ground,
  id: number,
  { version, ...change }: BodyOf<typeof updateEndpoint>,
  by: Actor,
): Promise<{ message: string }> {
  await ground.db.transaction().execute(async (tx) => {
    const before = await lockDamage(tx, id);
    if (!before) throw notFound();
    if (version && version !== before.version) throw conflict(general.stale, present(before));
    const changed = Object.entries(columns(change)).filter(
      ([name, value]) => before[name as keyof DamageRow] !== value,
    );
    if (changed.length === 0) return;
    const after = Object.fromEntries(changed) as Partial<Selectable<DamagesTable>>;
    if (after.employee_id !== undefined) await mustEmploy(tx, ground, after.employee_id);
    await changeDamage(tx, id, after);
    await recordAudit(tx, ground.now(), {
      ...by,
      action: 'damage.update',
      target: { kind: 'damage', id },
      detail: {
        changed: Object.keys(after).map((name) =>
          name === 'amount_cents' ? 'damage_amount' : name,
        ),
        before: told(before),
        after: told({ ...before, ...after }),
      },
    });
  });
  return { message: say.updated };
}

/** Deletes a damage; 404 when it is gone. */
export async function dropDamage(
  ground: Ground,
  id: number,
  by: Actor,
): Promise<{ message: string }> {
  await ground.db.transaction().execute(async (tx) => {
    const removed = await removeDamage(tx, id);
    if (!removed) throw notFound();
    await recordAudit(tx, ground.now(), {
      ...by,
      action: 'damage.delete',
      target: { kind: 'damage', id },
      detail: told(removed),
    });
  });
  return { message: say.deleted };
}
