/**
 * How addresses and people are compared in queries: by keys that JavaScript writes beside them, because databases fold
 * letters in other ways, each in its own.
 */
import { type Kysely, sql } from 'kysely';
import { accountKey, foldLine } from '#contract/text/text-fold.ts';
import { minPhoneDigits } from '#contract/wire/phone.ts';

export interface Contact {
  email: string;
  phone: string;
  first_name: string;
  last_name: string;
}

/** The phone number with the name; '' when the number says nothing. A number alone isn't enough: people share phones. */
function personKey({ phone, first_name, last_name }: Omit<Contact, 'email'>): string {
  const digits = phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length < minPhoneDigits
    ? ''
    : `${digits} ${foldLine(`${first_name} ${last_name}`)}`;
}

/** What two applications that are perhaps one person's have in common: one of these. */
export const contactKeys = (contact: Contact) => ({
  email_key: accountKey(contact.email),
  person_key: personKey(contact),
});

/** The keys of what someone began: the values are those of the form so far. */
export function draftKeys(email: string, values: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : '');
  const [first_name, last_name] = [text('first_name'), text('last_name')];
  return contactKeys({ email, phone: text('phone'), first_name, last_name });
}

type Row = Readonly<Record<string, string>>;

interface KeyedTable {
  table: string;
  /** What the keys follow from. */
  columns: readonly string[];
  keysOf: (row: Row) => Row;
}

const keyed: readonly KeyedTable[] = [
  {
    table: 'applications',
    columns: ['email', 'phone', 'first_name', 'last_name'],
    keysOf: ({ email = '', phone = '', first_name = '', last_name = '' }) =>
      contactKeys({ email, phone, first_name, last_name }),
  },
  {
    table: 'application_drafts',
    columns: ['email', 'form_values'],
    keysOf: ({ email = '', form_values = '{}' }) => draftKeys(email, JSON.parse(form_values)),
  },
  {
    table: 'inquiries',
    columns: ['email_address'],
    keysOf: ({ email_address = '' }) => ({ email_key: accountKey(email_address) }),
  },
  {
    table: 'testimonials',
    columns: ['email'],
    keysOf: ({ email = '' }) => ({ email_key: accountKey(email) }),
  },
  {
    table: 'outbox',
    columns: ['recipient'],
    keysOf: ({ recipient = '' }) => ({ recipient_key: accountKey(recipient) }),
  },
];

/** Rows per statement: both databases limit the number of parameters. */
const perStatement = 500;

async function fillTable<DB>(db: Kysely<DB>, { table, columns, keysOf }: KeyedTable) {
  const names = Object.keys(keysOf({}));
  const first = sql.ref(names[0] ?? '');
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let after = 0; ; ) {
    const { rows } = await sql<Row & { id: string }>`select id, ${list} from ${sql.table(table)}
      where ${first} = '' and id > ${after} order by id limit ${perStatement}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    const values = rows.map((row) => {
      const keys = keysOf(row);
      const texts = names.map((name) => sql`cast(${keys[name]} as text)`);
      return sql`(${sql.join([sql`cast(${row.id} as integer)`, ...texts])})`;
    });
    const given = sql.join(names.map((name) => sql.ref(`new_${name}`)));
    const set = sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`new_${name}`)}`));
    await sql`with given (new_id, ${given}) as (values ${sql.join(values)})
      update ${sql.table(table)} set ${set} from given where id = new_id`.execute(db);
    after = Number(last.id);
  }
}

/** Writes the keys of rows without: those from before the keys, and those of a node of the release before. */
export async function fillKeys<DB>(db: Kysely<DB>): Promise<void> {
  for (const one of keyed) await fillTable(db, one);
}
