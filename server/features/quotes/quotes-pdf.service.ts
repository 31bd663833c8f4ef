import { createHash } from 'node:crypto';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import {
  downloadLink,
  type LinkParts,
  openDownloadLink,
} from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound, notSignedIn } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { SentFile } from '../files/files.service.ts';
import { getInquiry, getLinked } from '../inquiries/inquiry-status.service.ts';
import { vehiclesOf } from '../inquiries/inquiry-vehicles.service.ts';
import { getAccount } from '../users/users.service.ts';
import { quotePdf, titleOf } from './quote-pdf.ts';
import { type QuoteRow, selectQuote } from './quotes.queries.ts';
import { quoteOf } from './quotes-reading.service.ts';

/** A PDF with what the headers of a stored file say. It isn't stored: it follows from the quote. */
export type QuoteFile = SentFile & { bytes: Buffer };

const linkPath = (id: number) => `/files/quotes/${id}.pdf`;

async function getQuote(ctx: AppContext, id: number): Promise<QuoteRow> {
  const row = await selectQuote(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

/** In the customer's language. */
async function fileOf(ctx: AppContext, inquiry: InquiryRow, row: QuoteRow): Promise<QuoteFile> {
  const quote = await quoteOf(ctx.db, row, ctx.now());
  const at = new Date(row.sent_at ?? row.created_at);
  const { language } = inquiry;
  const vehicles = (await vehiclesOf(ctx.db, [inquiry])).get(inquiry.id);
  const quoted = { ...inquiry, vins: [], stops: [], ...vehicles };
  const { publicUrl } = ctx.config;
  const bytes = await inLanguage(language, () => quotePdf(quoted, quote, { at, publicUrl }));
  return {
    media_type: 'application/pdf',
    original_name: inLanguage(language, () => `${titleOf(row)}.pdf`),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes,
  };
}

/** A link to a quote's PDF, valid for 5 minutes. */
export async function presignQuote(
  ctx: AppContext,
  id: number,
  { userId }: AuthUser,
): Promise<{ url: string }> {
  await getQuote(ctx, id);
  const account = await getAccount(ctx.db, { userId });
  if (!account) throw notSignedIn();
  return { url: downloadLink(ctx, linkPath(id), account, ctx.now()).url };
}

/** The PDF of a signed link, and whose link it is; 403 when the link has ended. */
export async function openQuotePdf(ctx: AppContext, id: number, link: LinkParts) {
  const { account } = await openDownloadLink(ctx, linkPath(id), link, (userId) =>
    getAccount(ctx.db, { userId }),
  );
  ctx.limits.countCall({ userId: account.user_id });
  if (account.user_role !== 'admin') throw notFound();
  const row = await getQuote(ctx, id);
  const file = await fileOf(ctx, await getInquiry(ctx.db, row.inquiry_id), row);
  return { file, userId: account.user_id };
}

/** The PDF of a sent quote for the customer, by the code of their page. */
export async function openSentPdf(ctx: AppContext, code: string, id: number): Promise<QuoteFile> {
  const inquiry = await getLinked(ctx, code);
  const row = await getQuote(ctx, id);
  if (row.inquiry_id !== inquiry.id || row.sent_at === null) throw notFound();
  return fileOf(ctx, inquiry, row);
}
