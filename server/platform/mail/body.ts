import { currentLanguage } from '#contract/text/languages.ts';
import { urlIn } from '#contract/wire/page-languages.ts';
import type { Mail } from './mailer.ts';

type Rows = readonly (readonly [label: string, value: string])[];

/** A paragraph, rows of label and value (empty values are left out), or a link to a page of ours. */
export type MailPart = string | Rows | { link: string; isOneTime?: true };

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '').replaceAll('\n', '<br>');
}

/** The page in the language of the mail. */
const pageUrl = (link: string): string => urlIn(currentLanguage(), link);

const cell = 'padding:4px 16px 4px 0;vertical-align:top;text-align:left';

function partAsHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`;
  if ('link' in part) {
    const link = escapeHtml(pageUrl(part.link));
    return `<p><a href="${link}">${link}</a></p>`;
  }
  const rows = part
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) =>
        `<tr><th scope="row" style="${cell};font-weight:600;color:#44505c">${escapeHtml(label)}</th>` +
        `<td style="${cell}">${escapeHtml(value)}</td></tr>`,
    );
  return `<table style="border-collapse:collapse;margin:16px 0">${rows.join('')}</table>`;
}

function partAsText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return pageUrl(part.link);
  return part
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`)
    .join('\n');
}

/** Renders the parts as plain text and as HTML, which is escaped and loads nothing. A one-time link is a secret. */
export function mailBody(
  parts: readonly MailPart[],
): Required<Pick<Mail, 'text' | 'html' | 'hasSecret'>> {
  return {
    hasSecret: parts.some((part) => typeof part === 'object' && 'isOneTime' in part),
    text: `${parts.map(partAsText).join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"></head>` +
      '<body style="font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#16202a">' +
      `${parts.map(partAsHtml).join('')}</body></html>`,
  };
}
