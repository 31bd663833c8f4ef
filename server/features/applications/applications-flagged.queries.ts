import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';

/** Returns the bytes of the resumes that arrived since an instant and are still stored, without possible spam. */
export async function selectResumeBytes(tx: Db, since: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('applications')
    .innerJoin('objects', 'objects.key', 'applications.resume_path')
    .select((eb) => eb.fn.sum<number | string | null>('objects.size').as('bytes'))
    .where('applications.created_at', '>', since)
    .where((eb) => eb.or([eb('flagged', '=', 0), eb('opened_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Flagged applications that nobody has opened, oldest first, with the bytes of their resumes. */
export async function selectFlagged(tx: Db): Promise<{ id: number; bytes: number }[]> {
  const rows = await tx
    .selectFrom('applications')
    .leftJoin('objects', 'objects.key', 'applications.resume_path')
    .select(['applications.id', 'objects.size'])
    // Literals: with parameters the partial index is not used.
    .where('flagged', '=', sql.lit(1))
    .where('opened_at', 'is', null)
    .orderBy('applications.created_at')
    .orderBy('applications.id')
    .execute();
  return rows.map(({ id, size }) => ({ id, bytes: size ?? 0 }));
}
