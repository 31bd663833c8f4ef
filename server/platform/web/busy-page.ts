import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { company, telHref } from '#contract/company/profile.ts';
import { busyPage } from '#contract/messages/busy-page.ts';
import { type Language, locale, t } from '#contract/text/languages.ts';
import { pageLanguage } from '#contract/wire/page-languages.ts';
import type { HttpError } from '../runtime/errors.ts';
import { inLanguage } from '../runtime/languages.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

const { number } = company.phones.general;

const style = `
:root { color-scheme: light dark; }
body { max-width: 36rem; margin: 15vh auto; padding: 0 1.5rem; font: 1.125rem/1.5 sans-serif; }
a { display: inline-block; padding: 0.75rem 1.5rem 0.75rem 0; color: inherit; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`;

/** Needs no script, no style sheet and no rendering. */
const html = ({ title, text, retry }: typeof busyPage) => `<!doctype html>
<html lang="${locale()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} | ${company.name}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>${escapeHtml(company.name)}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="">${escapeHtml(retry)}</a> <a href="${telHref(number)}">${t('Call', 'Llame al')} ${escapeHtml(number)}</a></p>
</main>
</body>
</html>
`;

const writeIn = (language: Language) => inLanguage(language, () => html(busyPage));

/** Sends a page for people while there is no place to render theirs. */
export function sendBusyPage(error: HttpError, reply: FastifyReply): FastifyReply {
  return reply
    .code(error.status)
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'retry-after': String(error.retryAfter ?? 1),
    })
    .type('text/html; charset=utf-8')
    .send(writeIn(pageLanguage(reply.request.url).language));
}
