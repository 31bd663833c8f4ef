/** Faults that the tests must notice: each changes one rule of the product. `planted.full.test.ts` plants them. */

import { dirname } from 'node:path';

export interface Fault {
  file: string;
  /** What stands in the file once, and what stands there instead. */
  text: string;
  instead: string;
  /** Words in the paths of the tests that should notice; by default the file's folder. */
  tests?: string[];
}

export function withFault({ file, text, instead }: Fault, code: string): string {
  const [before, after, ...more] = code.split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} must have this once: ${text}`);
  }
  return `${before}${instead}${after}`;
}

/** By area, and by what goes wrong for a person. */
const byArea: Record<string, Record<string, Fault>> = {
  ownership: {
    'a person still opens a document after it was taken from them': {
      file: 'server/features/files/files.queries.ts',
      text: ".on('given.removed_at', 'is', null)",
      instead: '',
      tests: ['tests/ownership'],
    },
    'an employee reads what others have submitted': {
      file: 'server/features/files/files-rules.ts',
      text: 'submissions: (access) => isAdmin(access) || access.isSender',
      instead: 'submissions: () => true',
      tests: ['tests/ownership'],
    },
    'an employee cancels the order of a colleague': {
      file: 'server/features/store/orders.service.ts',
      text: "if (!row || (role !== 'admin' && row.user_id !== userId))",
      instead: 'if (!row)',
      tests: ['features/store/orders'],
    },
  },
  money: {
    'a quote for nine cars costs as much as one car': {
      file: 'server/features/quotes/quotes.service.ts',
      text: 'total + quantity * unit_price_cents',
      instead: 'total + unit_price_cents',
      tests: ['quotes/quotes.test'],
    },
    'a driver who owes money reads that it will be paid': {
      file: 'server/features/settlement-drops/format-values.ts',
      text: 'signs > 0 && cents > 0 ? -cents : cents',
      instead: 'cents',
      tests: ['settlement-drops/format-reading'],
    },
    'an order of three caps costs as much as one cap': {
      file: 'server/features/store/orders.service.ts',
      text: '(row.price_cents * quantity) / 100',
      instead: 'row.price_cents / 100',
      tests: ['features/store/orders'],
    },
  },
  stock: {
    'an order takes more units than are left': {
      file: 'server/features/store/products.queries.ts',
      text: "eb('stock', '>=', quantity)",
      instead: "eb('stock', '>', 0)",
      tests: ['features/store/orders'],
    },
    'a canceled order returns units that it never took': {
      file: 'server/features/store/orders.service.ts',
      text: 'const taken = stock === null ? 0 : body.quantity',
      instead: 'const taken = body.quantity',
      tests: ['features/store/orders'],
    },
    'units that were handed over are in stock again': {
      file: 'server/features/store/orders.service.ts',
      text: "const isReturned = status === 'cancelled' && ",
      instead: 'const isReturned = ',
      tests: ['features/store/orders'],
    },
  },
  balances: {
    'an approval that is undone keeps the hours': {
      file: 'server/features/time-off/time-off-decisions.service.ts',
      text: "if (before !== 'approved') return;",
      instead: "if (before !== 'approved' || status === 'requested') return;",
      tests: ['time-off/time-off.test'],
    },
    'paid time off is approved without enough hours': {
      file: 'server/features/employees/employees.service.ts',
      text: 'if (pto < 0) return employee;',
      instead: '',
      tests: ['time-off/time-off-rules'],
    },
    'a person is off twice on the same day': {
      file: 'contract/rules/time-off-rules.ts',
      text: 'taken > hoursPerDay + tolerance',
      instead: 'taken > 2 * hoursPerDay + tolerance',
      tests: ['time-off/time-off-rules'],
    },
  },
  stages: {
    'an applicant is hired twice and has two accounts': {
      file: 'server/features/applications/applications-hire.ts',
      text: "if (row.stage === 'hired') throw conflict(messages.hiredBefore);",
      instead: '',
      tests: ['applications/applications-hire'],
    },
    'an employee becomes an applicant again': {
      file: 'server/features/applications/applications-stages.service.ts',
      text: "if (isMoved && before.stage === 'hired') throw conflict(messages.hiredBefore);",
      instead: '',
      tests: ['applications/applications-stages', 'applications/applications-hire'],
    },
    'a job whose openings are filled stays open': {
      file: 'server/features/jobs/job-closing.service.ts',
      text: 'hires >= hires_wanted',
      instead: 'hires > hires_wanted',
      tests: ['jobs/job-closing'],
    },
  },
  acceptances: {
    'a customer accepts two quotes of one inquiry': {
      file: 'server/features/quotes/quote-events.ts',
      text: 'event.isFirst && (await hasAcceptedQuote(tx, inquiry.id))',
      instead: 'false as boolean',
      tests: ['quotes/quote-answers'],
    },
    'a customer answers the quote of another company': {
      file: 'server/features/quotes/quote-answers.ts',
      text: 'row.inquiry_id !== inquiry.id || ',
      instead: '',
      tests: ['quotes/quote-answers'],
    },
    'an employee confirms a document without opening it': {
      file: 'server/features/documents/documents.service.ts',
      text: 'if (assigned.opened === 0) throw conflict(messages.notOpened);',
      instead: '',
      tests: [
        'documents/documents.test',
        'documents/documents-replace',
        'features/receipts/receipts.test',
      ],
    },
  },
  audit: {
    'nobody can prove that a customer accepted a quote': {
      file: 'server/features/quotes/quote-answers.ts',
      text: "await write.audit({ action: 'quote.answer', target: targetOf(row), detail: { answer } });",
      instead: '',
      tests: ['audit/audited-writes'],
    },
    'the audit log tells what was done, and not by whom': {
      file: 'server/platform/writes/writes.ts',
      text: '{ userId, ip, ...entry }',
      instead: '{ userId: null, ip, ...entry }',
      tests: ['audit/audit.test'],
    },
  },
  drafts: {
    'the drafts of user 1 are still there when user 12 signs in': {
      file: 'web/lib/drafts/drafts.ts',
      text: 'owner !== String(exceptUserId)',
      instead: "!String(exceptUserId).startsWith(owner ?? '')",
    },
    'a draft keeps the password that was typed': {
      file: 'web/lib/drafts/drafts.ts',
      text: 'entries.filter(([field]) => !isSensitive(field))',
      instead: 'entries',
    },
  },
  order: {
    'an answer stands above its question after the clock was set back': {
      file: 'server/features/chat/chat.queries.ts',
      text: "'m.id', range.from",
      instead: "'m.sent_at', range.from",
      tests: ['server/features/chat/chat-reading'],
    },
    'changes that were made offline are sent in another order': {
      file: 'web/portal/shared/offline/entries.ts',
      text: 'entries.toSorted((one, other) => one.at - other.at)',
      instead: '[...entries]',
      tests: ['offline/outbox'],
    },
    'the last row of a page is the first one of the next page again': {
      file: 'server/database/expressions.ts',
      text: ') < (',
      instead: ') <= (',
      tests: ['tests/paged-lists'],
    },
  },
  expiry: {
    'a status link opens after it has expired': {
      file: 'server/features/status-links/status-links.queries.ts',
      text: ".where('code_hash', '=', hash)\n    .where(isLive(now))",
      instead: ".where('code_hash', '=', hash)",
      tests: ['features/status-links', 'inquiries/inquiry-status'],
    },
    'an approval of last week can be undone': {
      file: 'contract/time-off.ts',
      text: 'maxUndoSeconds = 60',
      instead: 'maxUndoSeconds = 6_000_000',
      tests: ['time-off/time-off.test'],
    },
    'the password links of a former admin still work': {
      file: 'server/features/passwords/passwords.queries.ts',
      text: "eb('creator_token_version', 'is', null)",
      instead: "eb('creator_token_version', 'is not', null)",
      tests: ['passwords/reset-links', 'passwords/passwords.test'],
    },
  },
  language: {
    'a browser in the Spanish of Mexico gets English pages': {
      file: 'server/platform/runtime/languages.ts',
      text: '(en|es)\\b[\\w-]*',
      instead: '(en|es)(?![\\w-])',
      tests: ['features/search/search.test'],
    },
    'a job without a Spanish version is blank in Spanish': {
      file: 'contract/text/spanish-version.ts',
      text: 'text && currentLanguage()',
      instead: 'currentLanguage()',
    },
  },
};

/** Words in the paths of the tests that should notice it. */
export const testsOf = ({ file, tests = [dirname(file)] }: Fault) => tests;

export const faults = Object.entries(byArea).flatMap(([area, list]) =>
  Object.entries(list).map(([what, fault]) => ({ area, what, ...fault })),
);
