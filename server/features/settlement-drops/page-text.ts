import { fileReader } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import type { Person } from './match-people.ts';
import type { PageText } from './page-lines.ts';
import type { Period } from './period.ts';
import { type Match, matchSettlement } from './settlement-match.ts';

export interface SettlementRequest {
  path: string;
  fileName: string;
  /** Those whose settlement it may be; null when that is known. */
  people: readonly Person[] | null;
}

/** What a settlement states; null where it is missing or ambiguous. */
export interface ReadSettlement extends Pick<PageText, 'fault'> {
  match: Match | null;
  netPayCents: number | null;
  period: Period | null;
}

const readInTurn = fileReader<SettlementRequest, ReadSettlement>(
  'server/features/settlement-drops/page-text-process.ts',
  readingLimits.pdfText,
);

/** Reads a settlement in a process of its own. One that can't be read is matched by its name alone. */
export async function readSettlement(request: SettlementRequest): Promise<ReadSettlement> {
  const reply = await readInTurn(request);
  if (typeof reply !== 'string') return reply;
  const { people, fileName } = request;
  const fault = 'slow';
  const match = people && matchSettlement(people, fileName, { pages: [], fault });
  return { match, netPayCents: null, period: null, fault };
}
