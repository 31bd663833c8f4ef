/** What a mail says: paragraphs, and rows of a label and a value (empty values are left out). */
export type MailPart = string | readonly (readonly [label: string, value: string])[];

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

/** Web addresses in escaped text, to be pressed: not every mailbox makes links of them by itself. */
function withLinks(html: string): string {
  return html.replace(/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, '<a href="$&">$&</a>');
}

const cell = 'padding:4px 16px 4px 0;vertical-align:top;text-align:left';

function partAsHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${withLinks(escapeHtml(part))}</p>`;
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
  return part
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`)
    .join('\n');
}

/** The same words as plain text and as HTML: everything escaped, nothing loaded from elsewhere. */
export function mailBody(parts: readonly MailPart[]): { text: string; html: string } {
  return {
    text: `${parts.map(partAsText).join('\n\n')}\n`,
    html:
      '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>' +
      '<body style="font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#16202a">' +
      `${parts.map(partAsHtml).join('')}</body></html>`,
  };
}
