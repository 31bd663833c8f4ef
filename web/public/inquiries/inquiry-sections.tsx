import { honeypotField, vehicleConditions, vehicleTypes } from '#contract/form-choices.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { StopsSection, VinsField } from './vehicle-fields.tsx';

interface InquirySectionsProps {
  summaryOf: ((text: string) => string) | undefined;
  onRows: (list: string) => void;
}

export function InquirySections({ summaryOf, onRows }: InquirySectionsProps) {
  return (
    <>
      <FormSection hint="Fields marked with * are required." step={1} title="Who you are">
        <TextField autoComplete="organization" label="Company" name="company_name" required />
        <TextField autoComplete="name" label="Contact person" name="contact_person" required />
        <TextField autoComplete="email" label="Email" name="email_address" required type="email" />
        <TextField autoComplete="tel" label="Phone" name="phone_number" type="tel" />
        <TextField
          autoCapitalize="none"
          autoComplete="url"
          inputMode="url"
          label="Website"
          name="website"
          spellCheck={false}
        />
        <AreaField
          autoComplete="street-address"
          className="full"
          label="Company address"
          name="company_address"
          rows={2}
        />
        <Honeypot />
      </FormSection>
      <FormSection step={2} title="Vehicles">
        <ChoiceField
          label="Vehicle type"
          name="vehicle_type"
          options={toOptions(vehicleTypes)}
          required
        />
        <ChoiceField
          label="Condition"
          name="vehicle_condition"
          options={toOptions(vehicleConditions)}
          required
        />
        <TextField
          autoComplete="off"
          inputMode="numeric"
          label="Number of vehicles"
          name="number_of_vehicles"
        />
        <TextField
          autoComplete="off"
          hint="Length, height or weight, if unusual."
          label="Dimensions"
          name="vehicle_dimension"
        />
        <VinsField summaryOf={summaryOf} />
        <AreaField
          className="full"
          hint="For example: doesn't run, low clearance, keys at the gate."
          label="Special handling"
          name="special_handling"
          rows={3}
        />
      </FormSection>
      <AddressFields kind="pickup" step={3} title="Pickup" />
      <AddressFields kind="delivery" step={4} title="Delivery" />
      <StopsSection onRows={onRows} step={5} />
      <FormSection step={6} title="Anything else">
        <AreaField
          className="full"
          label="Additional information"
          name="additional_info"
          rows={5}
        />
      </FormSection>
    </>
  );
}

/** A certificate of insurance: who asks, and for whom it is. */
export function CertificateSection() {
  return (
    <FormSection hint="Fields marked with * are required." title="The certificate">
      <TextField autoComplete="organization" label="Company" name="company_name" required />
      <TextField autoComplete="name" label="Contact person" name="contact_person" required />
      <TextField autoComplete="email" label="Email" name="email_address" required type="email" />
      <AreaField
        className="full"
        hint="The name and address that the certificate is made out to."
        label="Certificate holder"
        name="additional_info"
        required
        rows={4}
      />
      <input name="kind" type="hidden" value="certificate" />
      <Honeypot />
    </FormSection>
  );
}

function AddressFields(props: { kind: 'pickup' | 'delivery'; step: number; title: string }) {
  const { kind, step, title } = props;
  return (
    <FormSection step={step} title={title}>
      <TextField
        autoComplete="off"
        hint="City and state, or the full address."
        label={`${title} location`}
        name={`${kind}_location`}
        required
      />
      <DateField label={`${title} date`} name={`${kind}_date`} />
      <AreaField
        className="full"
        hint="Gate hours, loading dock, room to turn a truck."
        label={`${title} facilities`}
        name={`${kind}_facilities`}
        rows={3}
      />
    </FormSection>
  );
}

/** A honeypot: only bots fill it in. Off-screen, not in the tab order, hidden from screen readers. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Fax number
        <input autoComplete="off" name={honeypotField} tabIndex={-1} type="text" />
      </label>
    </div>
  );
}

function toOptions(choices: readonly string[]) {
  return choices.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  }));
}
