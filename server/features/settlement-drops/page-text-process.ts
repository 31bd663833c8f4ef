/** Runs in a process of its own: reads the text of a settlement. */
import { getResolvedPDFJS } from 'unpdf';
import { answerRequests } from '../../platform/sandbox/answer-requests.ts';
import type { PageText } from './page-lines.ts';
import type { PageTextRequest } from './page-text.ts';
import { readPages } from './pages.ts';

// Loaded before the time of the reading begins.
await getResolvedPDFJS();
await answerRequests(async ({ path }: PageTextRequest): Promise<PageText> => {
  const pages = await readPages(path);
  return { pages, fault: pages.length > 0 ? null : 'unreadable' };
});
