import { states } from '#contract/states.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ApplicationSection } from './application-section.tsx';

const stateOptions = states.map(([value, label]) => ({ value, label }));

/** A choice among the 50 states, stored as two letters. */
export function StateField(props: {
  name: string;
  label: string;
  required?: boolean;
  autoComplete?: string;
}) {
  return <ChoiceField {...props} options={stateOptions} placeholder="Choose a state…" />;
}

/** Who applies and how to reach them. */
export function PersonalSections() {
  return (
    <>
      <ApplicationSection hint="Fields with a star are required." id="you">
        <TextField autoComplete="given-name" label="First name" name="first_name" required />
        <TextField
          autoComplete="additional-name"
          hint="Write N/A if you have none."
          label="Middle initial"
          name="middle_initial"
          required
        />
        <TextField autoComplete="family-name" label="Last name" name="last_name" required />
        <TextField autoComplete="tel" label="Phone" name="phone" required type="tel" />
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          className="full"
          label="E-mail"
          name="email"
          required
          spellCheck={false}
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
