import * as z from 'zod/mini';
import { type Claim, claimReport, createClaim, stages } from '#contract/claims.ts';
import { latestDamageDate } from '#contract/damages.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { today } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { claimsKey } from './claims.data.ts';
import { DamageCode } from './damage-code.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { VinField } from './vin-field.tsx';

const digits = (count: number) =>
  z
    .string()
    .check(
      z.refine(
        (text) => text === '' || (text.length === count && /^\d+$/.test(text)),
        messages.badDigits(count),
      ),
    );

const { damage_code: _, ...fields } = claimReport.shape;
const report = z
  .object({
    ...fields,
    photos: z.array(z.file()).check(z.minLength(1, messages.photosMissing)),
    area: digits(2),
    type: digits(2),
    severity: digits(1),
  })
  .check(
    z.refine(({ area, type, severity }) => area !== '' || type + severity === '', {
      error: messages.areaMissing,
      path: ['area'],
    }),
  );

const valuesOf = () => ({
  ...{ photos: [] as File[], stage: '', place: '', damage_date: today(), note: '', vin: '' },
  ...{ area: '', type: '', severity: '' },
});

const stageChoices = stages.map((value) => ({ value, label: messages.stages[value] }));

/** Reports damage with photos. `onDone` gets null when it waits for a connection. */
export function ReportForm({ onDone }: { onDone: (damageId: number | null) => void }) {
  const { start, cancel, percent } = useUpload(createClaim);
  const state = useRecordForm({
    draft: 'damage report',
    record: null as Claim | null,
    idOf: ({ damage_id }) => damage_id,
    valuesOf,
    schema: report,
    save: ({ photos, area, type, severity, ...body }) => {
      // The office adds what the driver doesn't know; 0 stands for that.
      const code = area && `${area}${type.padEnd(2, '0')}${severity.padEnd(1, '0')}`;
      return start({ fields: { ...body, damage_code: code }, file: photos });
    },
    queryKey: claimsKey,
    messages: { saveFailed: messages.reportFailed },
    onDone: () => onDone(null),
    onSaved: ({ damage_id }) => onDone(damage_id),
  });
  const { form } = state;
  const { errors } = form.formState;
  const { photos, vin, area } = form.watch();
  const change = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  return (
    <div className="max-w-3xl">
      <FormShell
        differences={() => []}
        onCancel={null}
        state={state}
        submitLabel={t('Send report', 'Enviar reporte')}
        upload={{
          percent,
          cancel,
          name: t(
            photos.length === 1 ? '1 photo' : `${photos.length} photos`,
            photos.length === 1 ? '1 foto' : `${photos.length} fotos`,
          ),
        }}
      >
        <PhotoPicker
          error={errors.photos?.message}
          onChange={(chosen) => form.setValue('photos', chosen, change)}
          photos={photos}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            error={errors.stage?.message}
            label={t('When it happened', 'Cuándo pasó')}
            name="stage"
            required
          >
            <Select
              {...form.register('stage')}
              options={stageChoices}
              placeholder={t('Choose…', 'Elija…')}
            />
          </Field>
          <Field
            error={errors.damage_date?.message}
            label={t('Date', 'Fecha')}
            name="damage_date"
            required
          >
            <DateInput {...form.register('damage_date')} max={latestDamageDate()} />
          </Field>
          <Field
            className="col-span-full"
            error={errors.place?.message}
            label={t('Where', 'Dónde')}
            name="place"
            required
          >
            <Input {...form.register('place')} autoComplete="off" maxLength={200} />
          </Field>
        </div>
        <VinField
          error={errors.vin?.message}
          onChange={(value) => form.setValue('vin', value, change)}
          value={vin}
        />
        <DamageCode
          errors={errors}
          onArea={(value) => form.setValue('area', value, change)}
          register={form.register}
          value={area}
        />
        <Field
          error={errors.note?.message}
          label={t('What happened', 'Qué pasó')}
          name="note"
          required
        >
          <Textarea {...form.register('note')} className="field-sizing-content min-h-28" />
        </Field>
      </FormShell>
    </div>
  );
}
