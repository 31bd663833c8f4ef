import {
  type AutomaticReply,
  automaticReplySentences,
  type updateAutomaticReply as updateEndpoint,
} from '#contract/automatic-reply.ts';
import { automaticReply as messages } from '#contract/messages/chat.ts';
import type { Language } from '#contract/text/languages.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  type AutomaticReplyRow,
  selectAutomaticReply,
  selectAutomaticReplyForUpdate,
  updateAutomaticReplyRow,
} from './automatic-reply.queries.ts';

function toDto({ is_on, text, version }: AutomaticReplyRow): AutomaticReply {
  return { is_on, text, version };
}

export async function getAutomaticReply(db: Db): Promise<AutomaticReply> {
  return toDto(await selectAutomaticReply(db));
}

/** What an employee gets while the office is closed until `opens`; null when the reply is off. */
export async function automaticText(
  db: Db,
  opens: string,
  language: Language | null,
): Promise<string | null> {
  const { is_on, text } = await selectAutomaticReply(db);
  if (is_on === 0) return null;
  return inLanguage(language ?? 'en', () => automaticReplySentences(text, opens));
}

/** Changes the keys that are sent; 409 with the current reply when the version is stale. */
export function updateAutomaticReply(
  ctx: AppContext,
  { version, ...fields }: BodyOf<typeof updateEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, audit }) => {
    const before = await currentRow(await selectAutomaticReplyForUpdate(tx), version, toDto);
    const change = changedColumns(before, fields);
    if (Object.keys(change).length > 0) {
      await updateAutomaticReplyRow(tx, change);
      await audit({
        action: 'automatic-reply.update',
        target: { kind: 'automatic-reply', id: 1, label: messages.title },
        detail: {
          changed: Object.keys(change),
          ...(change.is_on !== undefined && { is_on: change.is_on }),
        },
      });
    }
    return { message: messages.saved };
  });
}
