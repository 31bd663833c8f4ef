import { field } from '#contract/messages/general.ts';
import { receipts as say } from '#contract/messages/receipts.ts';
import type { DocumentTotals, EarlierRevision } from '#contract/receipts.ts';
import type { Db } from '../../database/open.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Cursor } from '../../platform/cursor.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import { type JsonPage, jsonPage, jsonPieces } from '../../platform/json-pieces.ts';
import { once } from '../../platform/replays.ts';
import { type Actor, type Told, tell } from '../documents/documents.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { reminderMail } from './receipts.mails.ts';
import {
  holdDocuments,
  isOpenAccount,
  markReminded,
  selectDocumentTotals,
  selectEarlierReceipts,
  selectEarlierRevisions,
  selectMissing,
  selectPeopleTotals,
  selectReceipts,
  selectRevision,
  type Which,
} from './receipts.queries.ts';

type Place = Pick<Ground, 'db' | 'engine'>;

/** Rows that are read at once: few enough that others wait a few milliseconds. */
const piece = 2_000;
const jsonList = (rows: readonly string[]) => `[${rows.join(',')}]`;

/** Who has seen what, as a JSON list, the missing first; 400 when neither a document nor a person is named. */
export async function listReceipts({ db, engine }: Place, which: Which): Promise<string> {
  if (which.fileId === undefined && which.userId === undefined) {
    throw invalid({ file_id: field.required });
  }
  return jsonList(await selectReceipts(db, engine, which));
}

/** What each person was given, opened and owes, as a JSON list. */
export async function totalsOfPeople({ db, engine }: Place): Promise<string> {
  return jsonList(await selectPeopleTotals(db, engine));
}

/** How many people were given, opened and owe each document, as pieces of one JSON list. */
export function totalsOfDocuments({ db, engine }: Place): AsyncGenerator<string> {
  const read = async (before: Cursor | null): Promise<JsonPage> => {
    const found = await selectDocumentTotals(db, engine, piece + 1, before);
    return jsonPage(found, piece, ({ json }) => {
      const { uploaded_at, file_id } = JSON.parse(json) as DocumentTotals;
      return { at: uploaded_at, id: file_id };
    });
  };
  return jsonPieces(read);
}

/** What a document was before it was replaced, and who had seen that; 404 when it is gone. */
export async function earlierReceipts(db: Db, fileId: number): Promise<EarlierRevision[]> {
  const present = await selectRevision(db, fileId);
  if (present === undefined) throw notFound();
  const revisions = await selectEarlierRevisions(db, fileId, present);
  const receipts = Map.groupBy(
    await selectEarlierReceipts(db, fileId, present),
    (row) => row.revision,
  );
  return revisions.map((entry) => ({
    ...entry,
    receipts: (receipts.get(entry.revision) ?? []).map(({ revision: _, ...receipt }) => receipt),
  }));
}

async function assertThere(tx: Db, { fileId, userId }: Which): Promise<void> {
  const isThere =
    (fileId === undefined || (await selectRevision(tx, fileId)) !== undefined) &&
    (userId === undefined || (await isOpenAccount(tx, userId)));
  if (!isThere) throw notFound();
}

type Missing = Awaited<ReturnType<typeof selectMissing>>;

/** One notice for all who owe the same, so that a document for a thousand people is one notice. */
async function noticesTo(tx: Db, now: Date, missing: Missing, by: Actor): Promise<Told['notices']> {
  const people = Map.groupBy(missing, (row) => row.user_id);
  const bySentence = Map.groupBy(people.keys(), (userId) =>
    say.pleaseOpen((people.get(userId) ?? []).map((row) => row.file_name)),
  );
  const notices: Told['notices'] = [];
  for (const [message, recipients] of bySentence) {
    const event = await notify(tx, now, { message, recipients, senderId: by.userId });
    notices.push({ recipients, event });
  }
  return notices;
}

function mailsTo(missing: Missing, publicUrl: string) {
  return [...Map.groupBy(missing, (row) => row.user_email)]
    .filter(([address]) => address !== '')
    .map(([address, rows]) =>
      reminderMail(
        address,
        rows.map((row) => row.file_name),
        publicUrl,
      ),
    );
}

/** Reminds who owes a document, or a person of all that they owe: a notice and a mail each, once per Idempotency-Key. */
export async function remind(
  ground: Ground,
  which: Which,
  by: Actor,
  key: string | undefined,
): Promise<{ message: string; reminded: number }> {
  const { fileId, userId } = which;
  if (fileId === undefined && userId === undefined) {
    throw invalid({ file_id: say.remindWhom, user_id: say.remindWhom }, say.remindWhom);
  }
  const now = ground.now();
  const caller = `user ${by.userId}`;
  let told: Told = { notices: [], people: [] };
  const { reply, replayed } = await once(
    ground.db,
    now,
    { caller, call: 'remindMissing', key, body: which, status: 200 },
    async (tx) => {
      await assertThere(tx, which);
      await holdDocuments(tx, ground.engine, which);
      const missing = await selectMissing(tx, which);
      if (missing.length === 0) throw conflict(say.nobodyMissing);
      // Here, so that the same reminder asked for again does not count.
      await ground.limits.countMail(caller);
      const ids = missing.map((row) => row.assignment_id);
      await markReminded(tx, ground.engine, ids, now.toISOString());
      const people = [...new Set(missing.map((row) => row.user_id))];
      told = { notices: await noticesTo(tx, now, missing, by), people };
      await ground.mailer.enqueue(tx, mailsTo(missing, ground.config.publicUrl));
      await recordAudit(tx, now, {
        ...by,
        action: 'receipt.remind',
        target:
          fileId === undefined
            ? { kind: 'user', id: Number(userId) }
            : { kind: 'document', id: fileId },
        detail: { user_ids: people, file_ids: [...new Set(missing.map((row) => row.file_id))] },
      });
      return { message: say.reminded(people.length), reminded: people.length };
    },
  );
  if (!replayed) {
    tell(ground, told);
    ground.mailer.nudge();
  }
  return reply;
}
