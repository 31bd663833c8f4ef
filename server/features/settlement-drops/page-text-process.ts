/** Runs in a process of its own: reads a settlement, and whose it is. */
import { getResolvedPDFJS } from 'unpdf';
import { answerRequests } from '../../platform/sandbox/answer-requests.ts';
import { netPayOf } from './net-pay.ts';
import type { ReadSettlement, SettlementRequest } from './page-text.ts';
import { readPages } from './pages.ts';
import { periodOf } from './period.ts';
import { matchSettlement } from './settlement-match.ts';

// Loaded before the time of the reading begins.
await getResolvedPDFJS();
await answerRequests(
  async ({ path, fileName, people }: SettlementRequest): Promise<ReadSettlement> => {
    const pages = await readPages(path);
    const fault = pages.length > 0 ? null : 'unreadable';
    return {
      match: people && matchSettlement(people, fileName, { pages, fault }),
      netPayCents: netPayOf(pages),
      period: periodOf(pages),
      fault,
    };
  },
);
