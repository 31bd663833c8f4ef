import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { departments, type JobInput, type jobInput } from '#contract/careers.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { jobLabels } from './job-conflict.ts';

const onePerLine = 'One per line.';

/** The long texts in their order: name, rows shown, hint, required. */
const texts = [
  { name: 'companyInformation', rows: 4 },
  { name: 'roleInformation', rows: 4 },
  { name: 'jobResponsibilities', rows: 5, hint: onePerLine },
  { name: 'skills', rows: 5, hint: onePerLine },
  { name: 'descriptionOfBenefits', rows: 5, hint: onePerLine, optional: true },
  { name: 'companyCulture', rows: 4, hint: onePerLine },
] as const;

interface JobFieldsProps {
  form: UseFormReturn<z.input<typeof jobInput>, unknown, JobInput>;
}

/** The controls of a job, by their wire names. */
export function JobFields({ form }: JobFieldsProps) {
  const { errors } = form.formState;
  const props = (name: keyof typeof jobLabels) => ({
    name,
    label: jobLabels[name],
    error: errors[name]?.message,
  });
  return (
    <>
      <Field {...props('position')} required>
        <Input {...form.register('position')} autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field {...props('location')} required>
          <Input {...form.register('location')} autoComplete="off" />
        </Field>
        <Field {...props('department')} required>
          <Select {...form.register('department')} options={departments} />
        </Field>
        <Field {...props('datePosted')} required>
          <Input {...form.register('datePosted')} type="date" />
        </Field>
      </div>
      {texts.map((text) => (
        <Field
          {...props(text.name)}
          hint={'hint' in text ? text.hint : undefined}
          key={text.name}
          required={!('optional' in text)}
        >
          <Textarea
            className="field-sizing-content max-h-96 min-h-28"
            {...form.register(text.name)}
            rows={text.rows}
          />
        </Field>
      ))}
    </>
  );
}
