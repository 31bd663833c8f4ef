import { FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ApplicationSection } from './application-section.tsx';
import { StateField } from './personal-sections.tsx';

/** The everyday license and the commercial one. */
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
        hint="For drivers. Leave it as it is if you apply for another kind of work."
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
            label="My CDL allows manual transmission"
            name="manual_transmission_endorsement"
          />
        </div>
      </ApplicationSection>
    </>
  );
}
