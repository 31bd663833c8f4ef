import type { signInWithPasskey as endpoint } from '#contract/passkeys.ts';
import type { Role } from '#contract/wire/access.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notSignedIn } from '../../platform/runtime/errors.ts';
import { writeTransaction } from '../../platform/writes/writes.ts';
import { recordUse, verifyAssertion } from '../passkeys/assertions.service.ts';
import { getAccount } from '../users/users.service.ts';
import { openSession } from './session.service.ts';

/** Signs the owner of a passkey in. User verification makes it two factors in one. */
export async function signInWithPasskey(
  ctx: AppContext,
  response: BodyOf<typeof endpoint>['response'],
  ip: string,
  device: string,
): Promise<{ token: string; role: Role; userId: number }> {
  const { known, verified } = await verifyAssertion(ctx, response);
  const account = verified && (await getAccount(ctx.db, { userId: verified.passkey.user_id }));
  if (!verified || !account) {
    // An unknown passkey is no attempt on an account.
    if (known) {
      const target = { kind: 'passkey', id: known.id, label: known.name };
      ctx.auditEvents.note({ userId: null, ip, action: 'session.refused', target });
    }
    throw notSignedIn('passkey_refused');
  }
  const actor = { userId: account.user_id, ip };
  const session = await writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    if (!(await recordUse(tx, verified, now))) return null;
    const opened = await openSession(tx, ctx, account, now, { ip, device });
    const target = { kind: 'passkey', id: verified.passkey.id, label: verified.passkey.name };
    if (opened) await audit({ action: 'session.open', target });
    return opened;
  });
  if (!session) throw notSignedIn('passkey_refused');
  return { token: session.token, role: account.user_role, userId: account.user_id };
}
