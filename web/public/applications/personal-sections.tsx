import { memo } from 'react';
import { states } from '#contract/rules/states.ts';
import { t } from '#contract/text/languages.ts';
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
  return (
    <ChoiceField
      {...props}
      options={stateOptions}
      placeholder={t('Choose a state…', 'Elija un estado…')}
    />
  );
}

export const PersonalSections = memo(function PersonalSections() {
  return (
    <>
      <ApplicationSection
        hint={t('Fields marked with * are required.', 'Los campos con * son obligatorios.')}
        id="you"
      >
        <TextField
          autoComplete="given-name"
          label={t('First name', 'Nombre')}
          name="first_name"
          required
        />
        <TextField
          autoComplete="additional-name"
          hint={t("Enter N/A if you don't have one.", 'Escriba N/A si no tiene.')}
          label={t('Middle initial', 'Inicial del segundo nombre')}
          name="middle_initial"
          required
        />
        <TextField
          autoComplete="family-name"
          label={t('Last name', 'Apellido')}
          name="last_name"
          required
        />
        <TextField
          autoComplete="tel"
          label={t('Phone', 'Teléfono')}
          name="phone"
          required
          type="tel"
        />
        <TextField
          autoComplete="email"
          className="full"
          label={t('Email', 'Correo electrónico')}
          name="email"
          required
          type="email"
        />
      </ApplicationSection>
      <ApplicationSection id="address">
        <TextField
          autoComplete="address-line1"
          className="full"
          label={t('Street address', 'Calle y número')}
          name="street_address"
          required
        />
        <TextField autoComplete="address-level2" label={t('City', 'Ciudad')} name="city" required />
        <StateField
          autoComplete="address-level1"
          label={t('State', 'Estado')}
          name="state"
          required
        />
        <TextField
          autoComplete="postal-code"
          inputMode="numeric"
          label={t('ZIP code', 'Código postal')}
          name="zipcode"
        />
      </ApplicationSection>
    </>
  );
});

export const DrivingSections = memo(function DrivingSections() {
  return (
    <>
      <ApplicationSection
        hint={t('Check what is true for you.', 'Marque lo que sea cierto en su caso.')}
        id="license"
      >
        <FlagField
          className="full"
          label={t("I have a driver's license", 'Tengo licencia de manejo')}
          name="has_driver_license"
        />
        <TextField
          autoComplete="off"
          label={t("Driver's license number", 'Número de licencia de manejo')}
          name="driver_license_number"
        />
        <StateField
          label={t("Driver's license state", 'Estado de la licencia')}
          name="driver_license_state"
        />
        <DateField
          label={t("Driver's license expiration", 'Vencimiento de la licencia')}
          name="driver_license_expiration"
        />
        <div className="full">
          <FlagField
            label={t('I am over 25 years old', 'Tengo más de 25 años')}
            name="is_over_25"
          />
          <FlagField
            label={t(
              'I have experience with a manual transmission',
              'Tengo experiencia con transmisión manual',
            )}
            name="has_manual_transmission_experience"
          />
        </div>
      </ApplicationSection>
      <ApplicationSection
        hint={t(
          "For drivers. Skip this section if you're applying for another kind of work.",
          'Para choferes. Si busca otro tipo de trabajo, pase a la siguiente sección.',
        )}
        id="cdl"
      >
        <FlagField
          className="full"
          label={t("I have a CDL (commercial driver's license)", 'Tengo CDL (licencia comercial)')}
          name="has_cdl_license"
        />
        <TextField
          autoComplete="off"
          label={t('CDL number', 'Número de CDL')}
          name="cdl_license_number"
        />
        <StateField label={t('CDL state', 'Estado de la CDL')} name="cdl_license_state" />
        <DateField
          label={t('CDL expiration', 'Vencimiento de la CDL')}
          name="cdl_expiration_date"
        />
        <TextField
          autoComplete="off"
          inputMode="numeric"
          label={t('Years of car hauling', 'Años de manejar madrina')}
          name="car_hauling_experience_years"
        />
        <div className="full">
          <FlagField
            label={t('I have a DOT medical card', 'Tengo tarjeta médica del DOT')}
            name="has_dot_card"
          />
          <FlagField
            label={t('I can pass a DOT drug test', 'Puedo pasar un examen de drogas del DOT')}
            name="can_pass_dot_drug_test"
          />
          <FlagField
            label={t('My CDL covers manual transmission', 'Mi CDL cubre transmisión manual')}
            name="manual_transmission_endorsement"
          />
        </div>
      </ApplicationSection>
    </>
  );
});
