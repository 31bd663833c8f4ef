import { memo } from 'react';
import {
  honeypotField,
  spanishChoices,
  vehicleConditions,
  vehicleTypes,
} from '#contract/form-choices.ts';
import { t } from '#contract/text/languages.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { StopsSection, VinsField } from './vehicle-fields.tsx';

interface InquirySectionsProps {
  summaryOf: ((text: string) => string) | undefined;
  onRows: (list: string) => void;
}

export const InquirySections = memo(function InquirySections({
  summaryOf,
  onRows,
}: InquirySectionsProps) {
  return (
    <>
      <FormSection
        hint={t('Fields marked with * are required.', 'Los campos con * son obligatorios.')}
        step={1}
        title={t('Who you are', 'Quién es usted')}
      >
        <TextField
          autoComplete="organization"
          label={t('Company', 'Empresa')}
          name="company_name"
          required
        />
        <TextField
          autoComplete="name"
          label={t('Contact person', 'Persona de contacto')}
          name="contact_person"
          required
        />
        <TextField
          autoComplete="email"
          label={t('Email', 'Correo electrónico')}
          name="email_address"
          required
          type="email"
        />
        <TextField
          autoComplete="tel"
          label={t('Phone', 'Teléfono')}
          name="phone_number"
          type="tel"
        />
        <TextField
          autoCapitalize="none"
          autoComplete="url"
          className="full"
          inputMode="url"
          label={t('Website', 'Sitio web')}
          name="website"
          spellCheck={false}
        />
        <AreaField
          autoComplete="street-address"
          className="full"
          label={t('Company address', 'Domicilio de la empresa')}
          name="company_address"
          rows={2}
        />
        <Honeypot />
      </FormSection>
      <FormSection step={2} title={t('Vehicles', 'Vehículos')}>
        <ChoiceField
          label={t('Vehicle type', 'Tipo de vehículo')}
          name="vehicle_type"
          options={toOptions(vehicleTypes)}
          required
        />
        <ChoiceField
          label={t('Condition', 'Condición')}
          name="vehicle_condition"
          options={toOptions(vehicleConditions)}
          required
        />
        <TextField
          autoComplete="off"
          inputMode="numeric"
          label={t('Number of vehicles', 'Número de vehículos')}
          name="number_of_vehicles"
        />
        <TextField
          autoComplete="off"
          hint={t('Length, height or weight, if unusual.', 'Largo, alto o peso, si no es normal.')}
          label={t('Dimensions', 'Medidas')}
          name="vehicle_dimension"
        />
        <VinsField summaryOf={summaryOf} />
        <AreaField
          className="full"
          hint={t(
            "For example: doesn't run, low clearance, keys at the gate.",
            'Por ejemplo: no enciende, muy bajo, llaves en la entrada.',
          )}
          label={t('Special handling', 'Cuidado especial')}
          name="special_handling"
          rows={3}
        />
      </FormSection>
      <AddressFields kind="pickup" step={3} />
      <AddressFields kind="delivery" step={4} />
      <StopsSection onRows={onRows} step={5} />
      <FormSection step={6} title={t('Anything else', 'Algo más')}>
        <AreaField
          className="full"
          label={t('Additional information', 'Información adicional')}
          name="additional_info"
          rows={5}
        />
      </FormSection>
    </>
  );
});

/** A certificate of insurance: who asks, and for whom it is. */
export function CertificateSection() {
  return (
    <FormSection
      hint={t('Fields marked with * are required.', 'Los campos con * son obligatorios.')}
      title={t('The certificate', 'El certificado')}
    >
      <TextField
        autoComplete="organization"
        label={t('Company', 'Empresa')}
        name="company_name"
        required
      />
      <TextField
        autoComplete="name"
        label={t('Contact person', 'Persona de contacto')}
        name="contact_person"
        required
      />
      <TextField
        autoComplete="email"
        label={t('Email', 'Correo electrónico')}
        name="email_address"
        required
        type="email"
      />
      <AreaField
        className="full"
        hint={t(
          'The name and address that the certificate is made out to.',
          'El nombre y el domicilio a favor de quien se hace el certificado.',
        )}
        label={t('Certificate holder', 'Titular del certificado')}
        name="additional_info"
        required
        rows={4}
      />
      <input name="kind" type="hidden" value="certificate" />
      <Honeypot />
    </FormSection>
  );
}

function AddressFields({ kind, step }: { kind: 'pickup' | 'delivery'; step: number }) {
  const isPickup = kind === 'pickup';
  const title = isPickup ? t('Pickup', 'Recogida') : t('Delivery', 'Entrega');
  const ofSpanish = isPickup ? 'de recogida' : 'de entrega';
  return (
    <FormSection step={step} title={title}>
      <TextField
        autoComplete="off"
        hint={t(
          'City and state, or the full address.',
          'Ciudad y estado, o la dirección completa.',
        )}
        label={t(`${title} location`, `Lugar ${ofSpanish}`)}
        name={`${kind}_location`}
        required
      />
      <DateField label={t(`${title} date`, `Fecha ${ofSpanish}`)} name={`${kind}_date`} />
      <AreaField
        className="full"
        hint={t(
          'Gate hours, loading dock, room to turn a truck.',
          'Horario de la entrada, andén, espacio para dar vuelta con el camión.',
        )}
        label={t(`${title} facilities`, `Instalaciones ${ofSpanish}`)}
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
        {t('Fax number', 'Número de fax')}
        <input autoComplete="off" name={honeypotField} tabIndex={-1} type="text" />
      </label>
    </div>
  );
}

function toOptions(choices: readonly (keyof typeof spanishChoices)[]) {
  return choices.map((value) => ({
    value,
    label: t(value.charAt(0).toUpperCase() + value.slice(1), spanishChoices[value]),
  }));
}
