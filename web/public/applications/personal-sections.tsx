import { states } from '#contract/rules/states.ts';
import { ChoiceField, FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ApplicationSection } from './application-sections.tsx';

const stateOptions = states.map(([value, label]) => ({ value, label }));

/** A select of the 50 states; its value is the two-letter code. */
export function StateField(props: {
  name: string;
  label: string;
  required?: boolean;
  autoComplete?: string;
}) {
  return <ChoiceField {...props} options={stateOptions} placeholder="Choose a state…" />;
}

export function PersonalSections() {
  return (
    <>
      <ApplicationSection hint="Fields marked with * are required." id="you">
        <TextField autoComplete="given-name" label="First name" name="first_name" required />
        <TextField
          autoComplete="additional-name"
          hint="Enter N/A if you don't have one."
          label="Middle initial"
          name="middle_initial"
          required
        />
        <TextField autoComplete="family-name" label="Last name" name="last_name" required />
        <TextField autoComplete="tel" label="Phone" name="phone" required type="tel" />
        <TextField
          autoComplete="email"
          className="full"
          label="Email"
          name="email"
          required
          type="email"
        />
      </ApplicationSection>
      <ApplicationSection id="address">
        <TextField
          autoComplete="address-line1"
          className="full"
          label="Street address"
          name="street_address"
          required
        />
        <TextField autoComplete="address-level2" label="City" name="city" required />
        <StateField autoComplete="address-level1" label="State" name="state" required />
        <TextField autoComplete="postal-code" inputMode="numeric" label="ZIP code" name="zipcode" />
      </ApplicationSection>
    </>
  );
}

export function DrivingSections() {
  return (
    <>
      <ApplicationSection hint="Check what is true for you." id="license">
        <FlagField className="full" label="I have a driver's license" name="has_driver_license" />
        <TextField
          autoComplete="off"
          label="Driver's license number"
          name="driver_license_number"
        />
        <StateField label="Driver's license state" name="driver_license_state" />
        <DateField label="Driver's license expiration" name="driver_license_expiration" />
        <div className="full">
          <FlagField label="I am over 25 years old" name="is_over_25" />
          <FlagField
            label="I have experience with a manual transmission"
            name="has_manual_transmission_experience"
          />
        </div>
      </ApplicationSection>
      <ApplicationSection
        hint="For drivers. Skip this section if you're applying for another kind of work."
        id="cdl"
      >
        <FlagField
          className="full"
          label="I have a CDL (commercial driver's license)"
          name="has_cdl_license"
        />
        <TextField autoComplete="off" label="CDL number" name="cdl_license_number" />
        <StateField label="CDL state" name="cdl_license_state" />
        <DateField label="CDL expiration" name="cdl_expiration_date" />
        <TextField
          autoComplete="off"
          inputMode="numeric"
          label="Years of car hauling"
          name="car_hauling_experience_years"
        />
        <div className="full">
          <FlagField label="I have a DOT medical card" name="has_dot_card" />
          <FlagField label="I can pass a DOT drug test" name="can_pass_dot_drug_test" />
          <FlagField
            label="My CDL covers manual transmission"
            name="manual_transmission_endorsement"
          />
        </div>
      </ApplicationSection>
    </>
  );
}
