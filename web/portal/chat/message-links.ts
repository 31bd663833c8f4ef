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

/** What no address contains, in the languages that use it; as long as before, so that places stay. */
const borders =
  /[\s"<>‘’“”„«»\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069…。、，！？；：「」『』【】《》〈〉（）]/g;
const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function addressesOf(text: string): Found[] {
  const bordered = text.replace(borders, ' ');
  return find(bordered, { defaultProtocol: 'https' })
    .filter(({ type, value }) => type === 'email' || isExplicit.test(value))
    .flatMap(({ type, start, end, href: found }) => {
      const isPage = type === 'url' && !/^mailto:/i.test(found);
      if (!isPage) return [{ start, end, href: found }];
      // linkifyjs knows brackets one level deep.
      const value = withoutClosing(/^\S+/.exec(bordered.slice(start))?.[0] ?? '');
      const href = /^www\./i.test(value) ? `https://${value}` : value;
      return [{ start, end: start + value.length, href }];
    })
    .filter(({ href }) => URL.canParse(href) && allowed.has(new URL(href).protocol));
}

/** An address without the signs after it: those that end a sentence or a quote, and brackets that were opened before it. */
function withoutClosing(address: string): string {
  const unopened = Object.entries(closers).map(([closer, opener]) => {
    return [closer, count(address, closer) - count(address, opener)] as const;
  });
  const closing = new Map<string, number>(unopened);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const more = closing.get(last) ?? 0;
    if (more > 0) closing.set(last, more - 1);
    else if (!/[.,;:!?'`*|–—]/.test(last)) break;
  }
  return address.slice(0, end);
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
