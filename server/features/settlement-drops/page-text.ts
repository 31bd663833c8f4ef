import { openFileReader } from '../../platform/sandbox/file-reader.ts';
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

/** Reads settlements in a process, one after the other. */
export interface PageReader {
  read: (request: SettlementRequest) => Promise<ReadSettlement>;
  /** Ends the process; waiting PDFs are cut off. */
  close: () => Promise<void>;
}

const program = 'server/features/settlement-drops/page-text-process.ts';

/** Creates a reader. A settlement that can't be read is matched by its name alone. */
export function openPageReader(): PageReader {
  const reader = openFileReader<SettlementRequest, ReadSettlement>(program, readingLimits.pdfText);
  return {
    read: async (request) => {
      const reply = await reader.read(request);
      if (typeof reply !== 'string') return reply;
      const { people, fileName } = request;
      const fault = 'slow';
      const match = people && matchSettlement(people, fileName, { pages: [], fault });
      return { match, netPayCents: null, period: null, fault };
    },
    close: reader.close,
  };
}
