import * as Dialog from '@radix-ui/react-dialog';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { type Damage, damageFields } from '#contract/damages.ts';
import { type Job, jobFields } from '#contract/jobs.ts';
import { type Product, productFields } from '#contract/store.ts';
import { type User, userFields } from '#contract/users.ts';
import { controlText, fieldText, searchText } from '#contract/wire/field-text.ts';
import {
  editableFields,
  type RecordField,
  type RecordFields,
} from '#contract/wire/record-fields.ts';
import { ConfirmProvider } from '#web/ui/alert-dialog.tsx';
import { DamageCard } from './damages/damage-card.tsx';
import { DamageForm, DamageView } from './damages/damage-dialog.tsx';
import { JobForm } from './jobs/job-form.tsx';
import { ProductForm } from './store/product-form.tsx';
import { UserForm } from './users/user-form.tsx';

const nothing = () => undefined;
const closing = { onCancel: nothing, onDirty: nothing, onSaved: nothing };

interface Screens {
  fields: RecordFields;
  form: (record: object) => ReactElement;
  view?: (record: object) => ReactElement;
  card?: (record: object) => ReactElement;
}

/** Every record with described fields, and its screens. */
const records: Record<string, Screens> = {
  damage: {
    fields: damageFields,
    form: (record) => (
      <DamageForm damage={record as Damage} employees={[]} onDirty={nothing} onDone={nothing} />
    ),
    view: (record) => <DamageView damage={record as Damage} onClose={nothing} />,
    card: (record) => (
      <DamageCard
        damage={record as Damage}
        isDeleting={false}
        onDelete={nothing}
        onOpen={nothing}
      />
    ),
  },
  job: {
    fields: jobFields,
    form: (record) => <JobForm {...closing} focus={null} job={record as Job} />,
  },
  product: {
    fields: productFields,
    form: (record) => <ProductForm {...closing} focus={false} product={record as Product} />,
  },
  user: {
    fields: userFields,
    form: (record) => <UserForm onDirty={nothing} onSaved={nothing} user={record as User} />,
  },
};

/** A value that no other field has. */
function sampleOf(name: string, { kind, options }: RecordField, index: number): unknown {
  switch (kind) {
    case 'id':
    case 'reference':
    case 'hours':
    case 'number':
      return 7100 + index;
    case 'money':
      return 8100.5 + index;
    case 'date':
      return `2025-03-${10 + index}`;
    case 'flag':
      return 1;
    case 'choice': {
      const [first] = options ?? [];
      return typeof first === 'object' ? first.value : first;
    }
    default:
      return `words of ${name}`;
  }
}

function sampleRecord(fields: RecordFields): Record<string, unknown> {
  const values = Object.entries(fields).flatMap(([name, field], index) => [
    [name, sampleOf(name, field, index)],
    ...(field.nameField ? [[field.nameField, `name of ${name}`]] : []),
  ]);
  return { ...Object.fromEntries(values), version: 1 };
}

function textOf(element: ReactElement): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmProvider>
        <MemoryRouter>
          <Dialog.Root open>{element}</Dialog.Root>
        </MemoryRouter>
      </ConfirmProvider>
    </QueryClientProvider>,
  );
}

describe.each(Object.entries(records))('every described field of a %s', (_, screens) => {
  const { fields, form, view, card } = screens;
  const record = sampleRecord(fields);
  const editable = editableFields(fields);

  test('has a labeled control in the form', () => {
    const html = textOf(form(record));
    for (const [name, { label }] of editable) {
      expect(html).toContain(`name="${name}"`);
      expect(html).toContain(`>${label}<`);
    }
  });

  if (view)
    test('is in the view', () => {
      const html = textOf(view(record));
      for (const [name, field] of editable) {
        expect(html, name).toContain(`>${field.label}<`);
        const texts = [controlText(field, record[name]), fieldText(record, name, field)];
        expect(
          texts.some((text) => html.includes(text)),
          name,
        ).toBe(true);
      }
    });

  if (card)
    test('is on the card', () => {
      const html = textOf(card(record));
      for (const [name, field] of Object.entries(fields)) {
        expect(html, name).toContain(fieldText(record, name, field));
      }
    });

  test('is searched', () => {
    const text = searchText(fields, record);
    for (const [name, field] of Object.entries(fields)) {
      expect(text).toContain(fieldText(record, name, field));
    }
  });
});
