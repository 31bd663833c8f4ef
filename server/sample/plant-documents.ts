import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Db } from '../database/open.ts';
import type { ObjectsTable } from '../database/tables.ts';
import { keyOf } from '../features/users/users.service.ts';
import type { SampleDocument, SampleSheet } from './documents.ts';
import type { SampleFile } from './keep-files.ts';
import { sampleNotices } from './notices.ts';
import type { SamplePerson } from './people.ts';
import * as queries from './sample-documents.queries.ts';
import { type Sheet, sheetPdf } from './sheet.ts';

/** The files of the documents and of what was sent back, to be kept. */
export function filesOf(documents: readonly SampleDocument[]): SampleFile[] {
  const pdf = ({ key, name, sheet, createdAt }: SampleSheet): SampleFile => ({
    key,
    name,
    kind: 'pdf',
    createdAt,
    bytes: () => sheetPdf(sheet),
  });
  return documents.flatMap(({ file, versions }) => [
    pdf(file),
    ...versions.map((version) => pdf(version.file)),
  ]);
}

async function sha256AndSize(sheet: Sheet): Promise<{ sha256: string; size: number }> {
  const bytes = await sheetPdf(sheet);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
}

/** The earlier contents, whose bytes are gone, by the key of what came after them. */
export async function earlierOf(
  documents: readonly SampleDocument[],
): Promise<Map<string, { sha256: string; size: number }>> {
  const entries = documents.map(async ({ file, earlier }) =>
    earlier ? [[file.key, await sha256AndSize(earlier.sheet)] as const] : [],
  );
  return new Map((await Promise.all(entries)).flat());
}

interface Planting {
  documents: readonly SampleDocument[];
  /** The rows of their files. */
  objects: readonly Insertable<ObjectsTable>[];
  earlier: ReadonlyMap<string, { sha256: string; size: number }>;
  people: readonly SamplePerson[];
  /** User ids by username key. */
  ids: ReadonlyMap<string, number>;
}

/** Stores documents with who was given them, what these have seen and sent back, and a few notices. */
export async function plantDocuments(tx: Db, at: Date, planting: Planting): Promise<void> {
  const { documents, objects, earlier, people, ids } = planting;
  const idOf = (username: string) => ids.get(keyOf(username)) ?? null;
  const objectOf = new Map(objects.map((object) => [object.key, object]));
  // Of accounts that were there before, nobody is given anything.
  const given = <T extends { username: string }>(entries: readonly T[]) =>
    entries.flatMap(({ username, ...entry }) => {
      const user_id = idOf(username);
      return user_id === null ? [] : [{ ...entry, user_id }];
    });

  await queries.plantObjects(tx, objects);
  const fileIds = await queries.plantDocumentRows(
    tx,
    documents.map(({ kind, name, file, acknowledge, uploadedBy, earlier: before }) => ({
      kind,
      file_name: name,
      object_key: file.key,
      revision: before ? 2 : 1,
      acknowledge,
      uploaded_by: idOf(uploadedBy),
      uploaded_at: file.createdAt,
      version: before ? 2 : 1,
    })),
  );
  const stored = documents.map((document) => {
    const file_id = fileIds.get(document.file.key);
    const object = objectOf.get(document.file.key);
    if (file_id === undefined || !object) throw new Error(`${document.name} was not stored`);
    return { ...document, file_id, object };
  });
  await queries.plantRevisions(
    tx,
    stored.flatMap(({ file_id, file, object, earlier: before }) => {
      const row = { file_id, original_name: file.name };
      const { sha256, size } = object;
      const now = { ...row, sha256, size, uploaded_at: file.createdAt };
      const was = earlier.get(file.key);
      return before && was
        ? [
            { ...row, ...was, revision: 1, uploaded_at: before.createdAt },
            { ...now, revision: 2 },
          ]
        : [{ ...now, revision: 1 }];
    }),
  );
  const assignments = await queries.plantAssignments(
    tx,
    stored.flatMap(({ file_id, file, usernames, versions, earlier: before }) =>
      given(
        usernames.map((username) => ({
          username,
          file_id,
          assigned_at: before?.createdAt ?? file.createdAt,
          last_version: versions.filter((version) => version.username === username).length,
        })),
      ),
    ),
  );
  await queries.plantReceipts(
    tx,
    stored.flatMap(({ file_id, receipts, earlier: before }) => [
      ...given(before?.receipts ?? []).map((row) => ({ ...row, file_id, revision: 1 })),
      ...given(receipts).map((row) => ({ ...row, file_id, revision: before ? 2 : 1 })),
    ]),
  );
  await queries.plantSubmissions(
    tx,
    stored.flatMap(({ file_id, versions }) =>
      versions.flatMap(({ username, number, status, reason, judgedAt, file }) => {
        const assignment_id = assignments.get(`${file_id} ${idOf(username)}`);
        const row = { version_number: number, status, reason, judged_at: judgedAt };
        const sent = { object_key: file.key, submitted_at: file.createdAt };
        return assignment_id === undefined ? [] : [{ ...row, ...sent, assignment_id }];
      }),
    ),
  );
  for (const { message, from, to, createdAt, unreadBy } of sampleNotices(at, people)) {
    const recipients = given([...new Set([...to, from])].map((username) => ({ username })));
    const unread = new Set(unreadBy.map(idOf));
    await queries.plantNotice(
      tx,
      { message, sender_id: idOf(from), created_at: createdAt },
      recipients.map(({ user_id }) => ({
        user_id,
        read_at: unread.has(user_id) ? null : createdAt,
      })),
    );
  }
}
