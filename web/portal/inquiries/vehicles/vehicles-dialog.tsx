import { useFieldArray } from 'react-hook-form';
import { stopKinds } from '#contract/form-choices.ts';
import { type Inquiry, inquiryUpdate } from '#contract/inquiries.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { type RouteStop, stopText } from '#contract/rules/stops.ts';
import { typedNumber } from '#contract/rules/typed-numbers.ts';
import { vinSummary } from '#contract/rules/vins.ts';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/date-input.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { RecordDialog } from '../../shared/records/record-dialog.tsx';
import { FormShell } from '../../shared/records/record-form.tsx';
import { useRecordForm } from '../../shared/records/use-record-form.ts';
import { toast } from '../../shared/toast.tsx';
import { inquiriesQuery, useSaveInquiry } from '../inquiries.data.ts';

const draft = 'inquiry-vehicles';
const names = ['vins', 'stops'] as const;

type VehiclesBase = Pick<Inquiry, 'id' | 'version' | (typeof names)[number]>;

const kinds = stopKinds.map((value) => ({ value, label: messages.kinds[value] }));

const inputs = [
  { name: 'location', label: 'Place', Control: Input },
  { name: 'date', label: 'Day', Control: DateInput },
  { name: 'vehicles', label: 'Vehicles', Control: Input, inputMode: 'numeric' },
] as const;

/** A stop as its controls have it. */
interface StopValues {
  kind: string;
  location: string;
  date: string;
  vehicles: string;
}

interface Values {
  vins: string;
  stops: StopValues[];
}

const vinsText = ({ vins }: Pick<Inquiry, 'vins'>) => vins.map(({ vin }) => vin).join('\n');
const toValues = ({ date, vehicles, ...stop }: RouteStop): StopValues => ({
  ...stop,
  date: date ?? '',
  vehicles: String(vehicles ?? ''),
});
const stopsText = (stops: readonly StopValues[]) =>
  stops
    .map(({ kind, vehicles, ...stop }) =>
      stopText({ ...stop, kind: kind as RouteStop['kind'], vehicles: typedNumber(vehicles) }),
    )
    .join('\n');

interface VehiclesDialogProps {
  inquiry: Inquiry;
  onClose: () => void;
}

/** Changes an inquiry's VINs and stops. */
export function VehiclesDialog({ inquiry, onClose }: VehiclesDialogProps) {
  return (
    <RecordDialog
      description={`${inquiry.company_name}, ${inquiry.reference}`}
      draft={draft}
      onClose={onClose}
      size="lg"
      title="Vehicles and stops"
    >
      {(onDirty) => <VehiclesForm inquiry={inquiry} onClose={onClose} onDirty={onDirty} />}
    </RecordDialog>
  );
}

interface VehiclesFormProps extends VehiclesDialogProps {
  onDirty: (isDirty: boolean) => void;
}

function VehiclesForm({ inquiry, onClose, onDirty }: VehiclesFormProps) {
  const { id, version, vins, stops } = inquiry;
  const state = useRecordForm({
    draft,
    record: { id, version, vins, stops },
    idOf: (base: VehiclesBase) => base.id,
    valuesOf: (base): Values => ({
      vins: base ? vinsText(base) : '',
      stops: base?.stops.map(toValues) ?? [],
    }),
    schema: inquiryUpdate,
    save: useSaveInquiry(names),
    queryKey: inquiriesQuery.queryKey,
    messages: { saveFailed: messages.saveFailed },
    onDirty,
    onSaved: ({ message }) => {
      onClose();
      toast.show(message, 'success');
    },
  });
  const { form } = state;
  const { errors } = form.formState;
  const listErrors = [errors.stops?.message, errors.stops?.root?.message].find(Boolean);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'stops' });
  return (
    <FormShell
      differences={(current, entered) =>
        [
          { label: 'VINs', saved: vinsText(current), entered: entered.vins },
          {
            label: 'Stops',
            saved: stopsText(current.stops.map(toValues)),
            entered: stopsText(entered.stops),
          },
        ].filter(({ saved, entered: text }) => saved !== text)
      }
      state={state}
    >
      <Field
        error={errors.vins?.message}
        hint={vinSummary(form.watch('vins')) || 'Paste them with anything between.'}
        label="VINs"
        name="vins"
      >
        <Textarea {...form.register('vins')} className="font-mono" rows={6} spellCheck={false} />
      </Field>
      {fields.map((stop, index) => (
        <fieldset
          className="grid items-start gap-3 border-t border-line pt-3 sm:grid-cols-[9rem_minmax(0,1fr)_10rem_6rem_auto]"
          key={stop.id}
        >
          <legend className="sr-only">Stop {index + 1}</legend>
          <Field error={errors.stops?.[index]?.kind?.message} label="Kind" name={`kind-${stop.id}`}>
            <Select {...form.register(`stops.${index}.kind`)} options={kinds} />
          </Field>
          {inputs.map(({ name, label, Control, ...input }) => (
            <Field
              error={errors.stops?.[index]?.[name]?.message}
              key={name}
              label={label}
              name={`${name}-${stop.id}`}
              required={name === 'location'}
            >
              <Control {...form.register(`stops.${index}.${name}`)} {...input} />
            </Field>
          ))}
          <Button
            aria-label={`Remove stop ${index + 1}`}
            className="sm:mt-6"
            onClick={() => remove(index)}
            variant="quiet"
          >
            Remove
          </Button>
        </fieldset>
      ))}
      {listErrors && <FieldError id="stops-error">{listErrors}</FieldError>}
      <div>
        <Button
          onClick={() => append({ kind: 'pickup', location: '', date: '', vehicles: '' })}
          size="sm"
          variant="secondary"
        >
          Add a stop
        </Button>
      </div>
    </FormShell>
  );
}
