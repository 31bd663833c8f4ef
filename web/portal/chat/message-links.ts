import { find } from 'linkifyjs';

/** A part of a message: plain text, or a link with its target. */
export interface TextPart {
  text: string;
  href?: string;
}

const allowed: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);
/** A number with its scheme, which linkifyjs doesn't know. */
const phone = /\btel:\+?\d[\d().-]+\d/gi;
/** A US phone number: `(815) 555-0142`, `815.555.0142`, `+1 815 555 0142`. */
const usPhone = /(?<![\w.+/-])(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])/g;
/** 'Done.Call me' is no link: without a scheme only www is. */
const isExplicit = /^(?:[a-z]+:|www\.)/i;

/** Splits a text into plain text and links: http, https, mailto and tel only. */
export function textParts(text: string): TextPart[] {
  const found = [...phonesOf(text), ...addressesOf(text)].sort((a, b) => a.start - b.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end, href } of found) {
    if (start < at) continue;
    if (start > at) parts.push({ text: text.slice(at, start) });
    parts.push({ text: text.slice(start, end), href });
    at = end;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at) });
  return parts;
}

interface Found {
  start: number;
  end: number;
  href: string;
}

function phonesOf(text: string): Found[] {
  const given = [...text.matchAll(phone)].map((match) => ({
    match,
    number: match[0].slice(4).replace(/[^\d+]/g, ''),
  }));
  const written = [...text.matchAll(usPhone)].map((match) => ({
    match,
    number: `+1${match[0].replace(/\D/g, '').slice(-10)}`,
  }));
  return [...given, ...written].map(({ match, number }) => ({
    start: match.index,
    end: match.index + match[0].length,
    href: `tel:${number}`,
  }));
}

function addressesOf(text: string): Found[] {
  return find(text, { defaultProtocol: 'https' })
    .filter(({ type, value }) => type === 'email' || isExplicit.test(value))
    .flatMap(({ start, end, href }) =>
      URL.canParse(href) && allowed.has(new URL(href).protocol) ? [{ start, end, href }] : [],
    );
}
