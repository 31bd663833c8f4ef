import { ChoiceField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';

/** What the contract has to say about the fields; the page's loader brings it without the schemas. */
export interface InquiryChoices {
  vehicleTypes: readonly string[];
  vehicleConditions: readonly string[];
  honeypot: string;
}

/** The fields of the inquiry, grouped as a dispatcher asks for them. */
export function InquirySections({ choices }: { choices: InquiryChoices }) {
  return (
    <>
      <FormSection hint="Fields with a star are required." step={1} title="Who you are">
        <TextField autoComplete="organization" label="Company" name="company_name" required />
        <TextField autoComplete="name" label="Contact person" name="contact_person" required />
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          label="E-mail"
          name="email_address"
          required
          spellCheck={false}
          type="email"
        />
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
        <Honeypot name={choices.honeypot} />
      </FormSection>
      <FormSection step={2} title="Vehicles">
        <ChoiceField
          label="Vehicle type"
          name="vehicle_type"
          options={worded(choices.vehicleTypes)}
          required
        />
        <ChoiceField
          label="Condition"
          name="vehicle_condition"
          options={worded(choices.vehicleConditions)}
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
          hint="Length, height or weight, where out of the ordinary."
          label="Dimensions"
          name="vehicle_dimension"
        />
        <AreaField
          className="full"
          hint="For example: does not run, low clearance, keys at the gate."
          label="Special handling"
          name="special_handling"
          rows={3}
        />
      </FormSection>
      <Place kind="pickup" step={3} title="Pickup" />
      <Place kind="delivery" step={4} title="Delivery" />
      <FormSection step={5} title="Anything else">
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

function Place(props: { kind: 'pickup' | 'delivery'; step: number; title: string }) {
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

/** Filled by programs only: out of sight, out of the tab order, unknown to screen readers. */
function Honeypot({ name }: { name: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Fax number
        <input autoComplete="off" name={name} tabIndex={-1} type="text" />
      </label>
    </div>
  );
}

function worded(choices: readonly string[]) {
  return choices.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  }));
}
