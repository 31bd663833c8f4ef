import * as contract from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { today } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { invalid, notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import { type Actor, type Write, writeTransactionResult } from '../../platform/writes/writes.ts';
import { addDamage, selectDamageForUpdate } from '../damages/damages.service.ts';
import { createObject, type FileVariants, storeObjects } from '../files/files.service.ts';
import { auditTarget, notifyDriver, notifyOffice, recordChanges } from './claim-changes.service.ts';
import { insertPhotos, selectClaim, selectOwnEmployee } from './claims.queries.ts';
import { addClaim, getClaim } from './claims.service.ts';

async function addPhotos(
  { tx, now }: Write,
  damageId: number,
  { userId }: Actor,
  objects: readonly FileVariants[],
  uploads: readonly TemporaryFile[],
): Promise<void> {
  for (const object of objects) await createObject(tx, object);
  await insertPhotos(
    tx,
    objects.map(({ key }, at) => ({
      damage_id: damageId,
      object_key: key,
      captured_at: uploads[at]?.capturedAt ?? null,
      uploaded_by: userId,
      created_at: now.toISOString(),
    })),
  );
}

/** The caller's employee record; 400 without one. */
export async function requireEmployee(db: Db, userId: number) {
  const employee = await selectOwnEmployee(db, userId);
  if (!employee) throw invalid({ employee_id: messages.noEmployee }, messages.noEmployee);
  return employee;
}

/** Reports damage of the caller: the damage, its claim and its photos at once, once per Idempotency-Key. */
export async function createClaim(
  ctx: AppContext,
  { stage, place, damage_date, note, vin, damage_code }: BodyOf<typeof contract.createClaim>,
  uploads: readonly TemporaryFile[],
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; damage_id: number }> {
  const columns = { stage, place, vin, damage_code };
  const photos = uploads.map(({ sentSha256 }) => sentSha256);
  const body = { ...columns, damage_date, note, photos };
  return storeObjects(ctx, 'claims', uploads, (objects) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const employee = await requireEmployee(write.tx, actor.userId);
        const driver_name = personName(employee);
        const { damage_id } = await addDamage(write, {
          employee_id: employee.employee_id,
          driver_name,
          damage_date,
          damage_amount: 0,
          damage_description: note,
        });
        const opened = { ...columns, status: 'reported', received_on: today(write.now) } as const;
        await addClaim(write, actor, damage_id, { driver_name, damage_date }, opened);
        await addPhotos(write, damage_id, actor, objects, uploads);
        const message = messages.notices.reported(driver_name, damage_date);
        await notifyOffice(ctx, write, actor, damage_id, message);
        return { message: messages.reported, damage_id };
      },
      { endpoint: contract.createClaim, key, body },
    ),
  );
}

/** Adds a photo to a claim of the caller's, or any as an admin; 404 for others. */
export async function createPhoto(
  ctx: AppContext,
  damageId: number,
  uploads: readonly TemporaryFile[],
  user: Pick<AuthUser, 'userId' | 'role'>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string }> {
  const body = { damageId, photos: uploads.map(({ sentSha256 }) => sentSha256) };
  return storeObjects(ctx, 'claims', uploads, (objects) =>
    writeTransactionResult(
      ctx,
      actor,
      async (write) => {
        const { tx, audit } = write;
        await selectDamageForUpdate(tx, damageId);
        const row = await selectClaim(tx, damageId);
        const isDriver = row?.user_id === actor.userId;
        if (!row || !(isDriver || user.role === 'admin')) throw notFound(messages.noneOfDamage);
        await addPhotos(write, damageId, actor, objects, uploads);
        await recordChanges(write, damageId, actor, [{ field: 'photo', before: '', after: '' }]);
        await audit({ action: 'claim.photo', target: auditTarget(damageId, row) });
        const { driver_name, damage_date } = row;
        const { notices } = messages;
        await (isDriver
          ? notifyOffice(ctx, write, actor, damageId, notices.driverPhoto(driver_name, damage_date))
          : notifyDriver(ctx, write, actor, damageId, row, () => notices.photo(damage_date)));
        return { message: messages.photoAdded };
      },
      { endpoint: contract.createClaimPhoto, key, body },
    ),
  );
}

/** Throws what `createPhoto` would throw now, before a photo is decoded in vain. */
export async function checkPhoto(
  ctx: Pick<AppContext, 'db' | 'now'>,
  damageId: number,
  user: Pick<AuthUser, 'userId' | 'role'>,
): Promise<void> {
  await getClaim(ctx, damageId, user);
}
