import { useMemo, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { settlementFormats as messages } from '#contract/messages/settlement-formats.ts';
import type { DropFile } from '#contract/settlement-drops.ts';
import type { FormatInput, SettlementFormat } from '#contract/settlement-formats.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useUsers } from '../../shared/people/users.data.ts';
import { FormShell } from '../../shared/records/record-form.tsx';
import { RecordList } from '../../shared/records/record-list.tsx';
import { useRecordForm } from '../../shared/records/use-record-form.ts';
import { FileLines } from './file-lines.tsx';
import { FormatTries } from './format-tries.tsx';
import { type FormatValues, formatSchema, rulesOf, valuesOf } from './format-values.ts';
import { placeOf, pointedLines, type Target, targets } from './pointing.ts';
import {
  formatsKey,
  saveFormat,
  useFileLines,
  useReloadFindings,
} from './settlement-formats.data.ts';

export const formatDraft = 'settlement format';

interface FormatFormProps {
  /** Null to add one. */
  format: SettlementFormat | null;
  /** The files of a drop: the first one is pointed at, and all are tried. */
  files: readonly DropFile[];
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
  /** Null for no Cancel. */
  onCancel: (() => void) | null;
}

const titles = { payee: 'Driver', net_pay: 'Net pay', period: 'Period' } as const;
const placeOptions = [
  { value: 'right', label: 'to the right of the label' },
  { value: 'below', label: 'below the label' },
  { value: 'column', label: 'in a column, under a heading' },
];

/** Where a payroll program prints what its settlements say: by pointing at a file, or typed. */
export function FormatForm({ format, files, onDirty, onDone, onCancel }: FormatFormProps) {
  const reload = useReloadFindings();
  const state = useRecordForm<SettlementFormat, FormatValues, FormatInput>({
    draft: formatDraft,
    record: format,
    idOf: ({ format_id }) => format_id,
    valuesOf: (record) => ({ ...valuesOf(record), ...(!record && { name: 'Our settlements' }) }),
    schema: formatSchema,
    save: async (body, target) => {
      const reply = await saveFormat(body, target);
      void reload();
      return reply;
    },
    queryKey: formatsKey,
    messages,
    onDirty,
    onDone,
  });
  const { form } = state;
  const values = form.watch();
  const rules = rulesOf(values);
  return (
    <FormShell
      differences={(current, entered) => differencesOf(valuesOf(current), entered)}
      onCancel={onCancel}
      state={state}
      submitLabel="Save format"
    >
      {files[0] && <Pointer file={files[0]} form={form} />}
      <FormatTries files={files} format={rules && { name: values.name, ...rules }} />
      <Field
        error={form.formState.errors.name?.message}
        hint="For example the name of the payroll program."
        label="Name of the format"
        name="name"
        required
      >
        <Input autoComplete="off" maxLength={100} {...form.register('name')} />
      </Field>
      {targets.map((target) => (
        <SpotFields form={form} key={target} target={target} />
      ))}
    </FormShell>
  );
}

function differencesOf(saved: FormatValues, entered: FormatValues) {
  const names = Object.keys(saved) as (keyof FormatValues)[];
  return names
    .filter((name) => saved[name] !== entered[name])
    .map((name) => ({
      label: name.replaceAll('_', ' '),
      saved: saved[name],
      entered: entered[name],
    }));
}

interface FormProps {
  form: UseFormReturn<FormatValues, unknown, FormatInput>;
}

/** The lines of a file to press: the driver, then the net pay, then the period. */
function Pointer({ file, form }: FormProps & { file: DropFile }) {
  const query = useFileLines(file.drop_file_id);
  const people = useUsers().data ?? [];
  const lines = useMemo(() => pointedLines(query.data ?? []), [query.data]);
  const [failed, setFailed] = useState(false);
  const [chosen, setChosen] = useState<Target | null>(null);
  const [label, payPart, period] = form.watch(['payee_label', 'net_pay_label', 'period_label']);
  const open = { payee: label === '', net_pay: payPart === '', period: period === '' };
  const target = chosen ?? targets.find((one) => open[one]) ?? null;

  function point(at: number, index: number) {
    const aim = target ?? 'payee';
    const place = placeOf(aim, lines, at, index, people);
    setFailed(place === null);
    if (!place) return;
    const set = (name: keyof FormatValues, value: string) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    set(`${aim}_label`, place.label);
    set(`${aim}_place`, place.place);
    set(`${aim}_part`, place.part ?? '');
    if (aim === 'payee') {
      set('payee_by', 'page');
      set('payee_is', place.is);
    }
    setChosen(null);
  }

  return (
    <section className="grid gap-3">
      <div>
        <h3 className="display text-lg">{messages.teach}</h3>
        <p className="text-steel">{messages.teachHint(file.file_name)}</p>
      </div>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">What to press next</legend>
        {targets.map((one) => (
          <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11" key={one}>
            <input
              checked={target === one}
              className="size-5 accent-rust"
              name="pointed"
              onChange={() => setChosen(one)}
              type="radio"
            />
            {titles[one]}
            {!open[one] && <span aria-hidden="true">✓</span>}
          </label>
        ))}
      </fieldset>
      <p className="font-semibold" role="status">
        {failed && target ? messages.notHere[target] : messages.press[target ?? 'done']}
      </p>
      <RecordList lines={6} messages={{ fetchFailed: messages.linesFailed }} query={query}>
        {() =>
          lines.length === 0 ? (
            <Alert>{messages.noLines}</Alert>
          ) : (
            <FileLines label={`Lines of ${file.file_name}`} lines={lines} onPoint={point} />
          )
        }
      </RecordList>
    </section>
  );
}

/** Where one value stands, as fields. */
function SpotFields({ form, target }: FormProps & { target: Target }) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const by = watch('payee_by');
  const place = watch(`${target}_place`);
  const isFile = target === 'payee' && by === 'file';
  const title = titles[target];
  return (
    <fieldset className="grid gap-3 border-t border-line pt-3 sm:grid-cols-3">
      <legend className="font-display font-semibold">{title}</legend>
      {target === 'payee' && (
        <>
          <Field label="The driver is named" name="payee_by">
            <Select
              {...register('payee_by')}
              options={[
                { value: 'page', label: 'on a page' },
                { value: 'file', label: 'in the file name' },
              ]}
            />
          </Field>
          <Field label="by" name="payee_is">
            <Select
              {...register('payee_is')}
              options={[
                { value: 'name', label: 'the name' },
                { value: 'payroll_number', label: 'the payroll number' },
              ]}
            />
          </Field>
        </>
      )}
      {isFile && (
        <Field
          error={errors.file_name_part?.message}
          hint="Parts are separated by signs such as _ and -, from 1."
          label="Part of the file name"
          name="file_name_part"
        >
          <Input inputMode="numeric" maxLength={2} {...register('file_name_part')} />
        </Field>
      )}
      {!isFile && (
        <>
          <Field
            className={target === 'payee' ? 'sm:col-start-1' : ''}
            error={errors[`${target}_label`]?.message}
            label={<Named of={title}>Label, as printed</Named>}
            name={`${target}_label`}
          >
            <Input autoComplete="off" maxLength={200} {...register(`${target}_label`)} />
          </Field>
          <Field label={<Named of={title}>It stands</Named>} name={`${target}_place`}>
            <Select {...register(`${target}_place`)} options={placeOptions} />
          </Field>
          {place === 'column' && (
            <Field
              error={errors[`${target}_part`]?.message}
              label={<Named of={title}>Heading of the column</Named>}
              name={`${target}_part`}
            >
              <Input autoComplete="off" maxLength={200} {...register(`${target}_part`)} />
            </Field>
          )}
        </>
      )}
    </fieldset>
  );
}

function Named({ of, children }: { of: string; children: string }) {
  return (
    <>
      <span className="sr-only">{of}: </span>
      {children}
    </>
  );
}
