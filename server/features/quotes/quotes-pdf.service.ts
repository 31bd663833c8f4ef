import type { AuthUser } from '../../platform/accounts/access.ts';
import {
  downloadLink,
  type LinkRequest,
  openDownloadLink,
  recordOpening,
} from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { forbidden, notFound, notSignedIn } from '../../platform/runtime/errors.ts';
import { getInquiry, getLinked } from '../inquiries/inquiry-status.service.ts';
import { getAccount } from '../users/users.service.ts';
import { type QuotedInquiry, quotePdf } from './quote-pdf.ts';
import { type QuoteRow, selectQuote } from './quotes.queries.ts';
import { targetOf } from './quotes.service.ts';
import { withLines } from './quotes-reading.service.ts';

export const pdfPath = (id: number) => `/exports/quote-${id}.pdf`;

async function getQuote(ctx: AppContext, id: number): Promise<QuoteRow> {
  const row = await selectQuote(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

async function* contentOf(
  ctx: AppContext,
  inquiry: QuotedInquiry,
  row: QuoteRow,
): AsyncGenerator<Buffer> {
  const [quote] = await withLines(ctx.db, [row], ctx.now());
  if (quote) yield await quotePdf(inquiry, quote);
}

const fileOf = (ctx: AppContext, inquiry: QuotedInquiry, row: QuoteRow) => ({
  name: `Quote ${row.number}.pdf`,
  mediaType: 'application/pdf',
  content: contentOf(ctx, inquiry, row),
});

/** A link to a quote's PDF, valid for 5 minutes. */
export async function presignQuote(
  ctx: AppContext,
  id: number,
  { userId }: AuthUser,
): Promise<{ url: string }> {
  await getQuote(ctx, id);
  const account = await getAccount(ctx.db, { userId });
  if (!account) throw notSignedIn();
  return { url: downloadLink(ctx, pdfPath(id), account, ctx.now()).url };
}

/** The PDF of a signed link; 403 when the link has ended. */
export async function openQuotePdf(ctx: AppContext, id: number, request: LinkRequest) {
  const { account } = await openDownloadLink(ctx, pdfPath(id), request.query, (userId) =>
    getAccount(ctx.db, { userId }),
  );
  ctx.limits.countCall({ userId: account.user_id });
  if (account.user_role !== 'admin') throw forbidden();
  const row = await getQuote(ctx, id);
  await recordOpening(ctx, request, account, targetOf(row));
  return fileOf(ctx, await getInquiry(ctx.db, row.inquiry_id), row);
}

/** The PDF of a sent quote for the customer, by the code of their page. */
export async function openSentPdf(ctx: AppContext, code: string, id: number) {
  const inquiry = await getLinked(ctx, code);
  const row = await getQuote(ctx, id);
  if (row.inquiry_id !== inquiry.id || row.sent_at === null) throw notFound();
  return fileOf(ctx, inquiry, row);
}
