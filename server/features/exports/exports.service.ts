import * as z from 'zod/mini';
import {
  type createExport as createEndpoint,
  type ExportFormat,
  type ExportName,
  exportFormats,
  exportNames,
} from '#contract/exports.ts';
import { today } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import {
  downloadLink,
  type LinkRequest,
  openDownloadLink,
  recordOpening,
} from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { parse } from '../../platform/http/validation.ts';
import { forbidden, notFound, notSignedIn } from '../../platform/runtime/errors.ts';
import { inLanguage, partsInLanguage } from '../../platform/runtime/languages.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import { getAccount } from '../users/users.service.ts';
import { exportTitle, mayExport } from './export-columns.ts';
import { exportLists } from './export-lists.ts';
import { exportFile, mediaTypes } from './export-table.ts';

export { exportFile } from './export-table.ts';

/** The path of a download, followed by its file: `damages.csv`. */
export const exportsPath = '/exports';

/**
 * The query of the list's call and the filter of its screen, without the page and what neither knows; 400 when the
 * call would refuse it.
 */
function parseFilter(name: ExportName, text: string) {
  const { query = z.object({}), filter } = exportLists[name];
  const given = Object.fromEntries(new URLSearchParams(text));
  const screen = Object.keys(filter?.none ?? {});
  const known = Object.keys(query.shape).filter(
    (key) => key !== 'limit' && key !== 'before' && !screen.includes(key),
  );
  const valuesOf = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.flatMap((key) => (given[key] ? [[key, given[key]]] : [])));
  const [asked, shown] = [valuesOf(known), valuesOf(screen)];
  return { sent: { ...asked, ...shown }, query: parse(query, asked), shown };
}

/** The audit target of an export. */
function targetOf(list: ExportName) {
  return { kind: 'export', id: list, label: exportLists[list].title };
}

/** Records the export and returns a link to the file, valid for 5 minutes. */
export async function createExport(
  ctx: AppContext,
  { list, format, filter }: BodyOf<typeof createEndpoint>,
  { userId, role }: AuthUser,
  actor: Actor,
): Promise<{ url: string; expires_at: string }> {
  if (!mayExport(list, role)) throw forbidden();
  const { sent } = parseFilter(list, filter);
  return writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    await ctx.limits.countListExport(tx, userId);
    const account = await getAccount(tx, { userId });
    if (!account) throw notSignedIn();
    const target = targetOf(list);
    // Words of a search, and the driver of damages, name people.
    const { q: _, driver: _driver, ...noted } = sent;
    await audit({ action: 'data.export', target, detail: { format, ...noted } });
    const path = `${exportsPath}/${list}.${format}`;
    const query = `${new URLSearchParams(sent)}`;
    return downloadLink(ctx, path, account, now, query ? { filter: query } : undefined);
  });
}

function namesOf(file: string): { list: ExportName; format: ExportFormat } {
  const [name, ending, more] = file.split('.');
  const list = exportNames.find((one) => one === name);
  const format = exportFormats.find((one) => one === ending);
  if (!list || !format || more !== undefined) throw notFound();
  return { list, format };
}

/** The file of a link in its account's language, with the rows that the account may see now; 403 when the link has ended. */
export async function openExport(ctx: AppContext, file: string, request: LinkRequest) {
  const { list, format } = namesOf(file);
  const path = `${exportsPath}/${file}`;
  const { account, query } = await openDownloadLink(ctx, path, request.query, (userId) =>
    getAccount(ctx.db, { userId }),
  );
  const { user_id: userId, user_role: role } = account;
  // The office reads English, and imports what it exported.
  const language = role === 'admin' ? 'en' : (account.language ?? 'en');
  ctx.limits.countCall({ userId });
  if (!mayExport(list, role)) throw forbidden();
  const { query: asked, shown } = parseFilter(list, query.filter ?? '');
  await recordOpening(ctx, request, account, targetOf(list));
  return inLanguage(language, () => {
    const name = t(list, exportTitle(list).toLowerCase().replaceAll(' ', '-'));
    const rows = exportFile(ctx, { userId, role }, list, format, { query: asked, shown });
    return {
      name: `${name}-${today(ctx.now())}.${format}`,
      mediaType: mediaTypes[format],
      content: partsInLanguage(language, rows),
    };
  });
}
