import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../database/open.ts';
import {
  type AuditHead,
  countAfter,
  selectChained,
  selectChainRow,
  selectHead,
  selectUnchainedIds,
} from '../platform/audit-chain.queries.ts';
import { auditKey, hashOf, isSigned, keyIdOf } from '../platform/audit-chain.ts';
import { CommandError } from '../setting-error.ts';
import { withDatabase } from './open.ts';

const batchSize = 500;
const maxNamed = 20;

interface Report {
  lines: string[];
  problems: string[];
}

/** Returns the key of the server, null without its secret; unlike the server, never generates one. */
function keyOf(config: Config): Buffer | null {
  const file = join(config.dataDir, 'token-secret');
  const secret =
    config.tokenSecret ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
  return secret === null ? null : auditKey(secret);
}

/** Returns the first break of the chain up to the head; null when it is whole. */
async function findBreak(db: Db, head: AuditHead): Promise<string | null> {
  let [position, hash] = [head.pruned_position, head.pruned_hash];
  while (position < head.position) {
    const count = Math.min(batchSize, head.position - position);
    const rows = await selectChained(db, position, count);
    for (const row of rows) {
      if (row.position !== position + 1) {
        return `The chain has no position ${position + 1}: it was deleted.`;
      }
      if (row.entry === null) return `Entry ${row.audit_id} was deleted.`;
      if (hashOf(hash, row.position, row.entry) !== row.hash) {
        return `Entry ${row.audit_id} of ${row.entry.at} was changed.`;
      }
      ({ position, hash } = row);
    }
    if (rows.length === 0) {
      return `The end of the log was deleted: the chain ends at position ${position} instead of ${head.position}.`;
    }
  }
  if (hash !== head.hash) return 'The end of the chain was replaced.';
  const beyond = await selectChainRow(db, position + 1);
  const isExtended = beyond && (await selectHead(db)).position > position;
  return beyond && !isExtended ? 'The chain continues after its head.' : null;
}

/** Like `findBreak`, also while the server prunes the log. */
async function checkChain(db: Db): Promise<{ head: AuditHead; broken: string | null }> {
  for (;;) {
    const head = await selectHead(db);
    const broken = await findBreak(db, head);
    const { pruned_position } = await selectHead(db);
    if (broken === null || pruned_position === head.pruned_position) return { head, broken };
  }
}

function checkSignature(config: Config, head: AuditHead): Report {
  const key = keyOf(config);
  if (head.signature === '') return { lines: ['The log has no chain yet.'], problems: [] };
  if (key === null) {
    return { lines: ['Not checked: who signed the head. There is no token secret.'], problems: [] };
  }
  if (isSigned(key, head)) return { lines: [], problems: [] };
  return {
    lines: [],
    problems: [
      head.key_id === keyIdOf(key)
        ? 'The head of the log was changed.'
        : 'The head of the log is signed with another secret. If you changed TOKEN_SECRET, start the server once.',
    ],
  };
}

/** Checks that the log contains a head that was noted earlier. */
async function checkNoted(db: Db, noted: string, head: AuditHead): Promise<string[]> {
  const [, position = '', hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(noted) ?? [];
  if (!hash) throw new CommandError('A head looks like 1234:9f86d081…, as verify prints it.');
  const number = Number(position);
  if (number < head.pruned_position) return [`Position ${position} is older than the log.`];
  const found =
    number === head.pruned_position ? head.pruned_hash : (await selectChainRow(db, number))?.hash;
  return found === hash ? [] : [`The log was rewritten: it doesn't contain the head ${noted}.`];
}

/** Verifies the audit log; `noted` is a head that an earlier run printed. */
async function verify(config: Config, db: Db, noted: string | null): Promise<Report> {
  const { head, broken } = await checkChain(db);
  const signature = checkSignature(config, head);
  // Entries that were added to the table among older ones.
  const foreign = await selectUnchainedIds(db, head.last_audit_id, maxNamed);
  const waiting = await countAfter(db, head.last_audit_id);
  const problems = [
    ...(broken === null ? [] : [broken]),
    ...signature.problems,
    ...foreign.map((id) => `Entry ${id} was added afterwards.`),
    ...(noted === null ? [] : await checkNoted(db, noted, head)),
  ];
  const count = head.position - head.pruned_position;
  const lines = [
    ...(problems.length === 0 ? [`${count} entries are unchanged.`] : []),
    ...(head.pruned_position > 0 ? [`${head.pruned_position} older entries were pruned.`] : []),
    ...(waiting > 0 ? [`${waiting} entries aren't in the chain yet.`] : []),
    ...signature.lines,
    `Head: ${head.position}:${head.hash}`,
  ];
  return { lines, problems };
}

/** Runs `audit verify`; returns the lines to print and the problems. */
export async function runAudit(
  config: Config,
  action: string,
  noted: string | null,
): Promise<Report> {
  if (action !== 'verify') {
    throw new CommandError(`Can't run 'audit ${action}'. Run 'audit verify'.`);
  }
  return withDatabase(config, (db) => verify(config, db, noted));
}
