import { memo } from 'react';
import { t } from '#contract/text/languages.ts';
import { FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { ApplicationSection } from './application-sections.tsx';
import { RowList } from './row-list.tsx';

interface HistorySectionsProps {
  /** Called when rows of a list were added or removed. */
  onRows: (list: string) => void;
}

export const HistorySections = memo(function HistorySections({ onRows }: HistorySectionsProps) {
  return (
    <>
      <ApplicationSection
        hint={t(
          'Your last jobs, newest first. Leave blank if you have none.',
          'Sus últimos trabajos, el más reciente primero. Déjelo en blanco si no tiene.',
        )}
        id="experience"
      >
        <RowList
          addLabel={t('Add work experience', 'Agregar experiencia laboral')}
          list="workExperiences"
          noun={t('Work experience', 'Experiencia laboral')}
          onRows={onRows}
        >
          {(row) => (
            <>
              <TextField
                autoComplete="off"
                label={t('Company', 'Empresa')}
                name={`${row}.company`}
                required
              />
              <TextField
                autoComplete="off"
                label={t('Position', 'Puesto')}
                name={`${row}.position`}
                required
              />
              <DateField label={t('From', 'Desde')} name={`${row}.from_date`} />
              <DateField label={t('To', 'Hasta')} name={`${row}.to_date`} />
              <FlagField
                className="full"
                label={t('I still work here', 'Todavía trabajo aquí')}
                name={`${row}.is_current`}
              />
              <AreaField
                className="full"
                label={t('What you did', 'Qué hacía')}
                name={`${row}.description`}
                rows={3}
              />
            </>
          )}
        </RowList>
      </ApplicationSection>
      <ApplicationSection
        hint={t(
          'People who know your work. We talk to you before we call them.',
          'Personas que conocen su trabajo. Hablamos con usted antes de llamarlas.',
        )}
        id="references"
      >
        <RowList
          addLabel={t('Add reference', 'Agregar referencia')}
          list="references"
          noun={t('Reference', 'Referencia')}
          onRows={onRows}
        >
          {(row) => (
            <>
              <TextField
                autoComplete="off"
                label={t('First name', 'Nombre')}
                name={`${row}.first_name`}
                required
              />
              <TextField
                autoComplete="off"
                label={t('Last name', 'Apellido')}
                name={`${row}.last_name`}
                required
              />
              <TextField
                autoComplete="off"
                label={t('Phone', 'Teléfono')}
                name={`${row}.phone`}
                required
                type="tel"
              />
              <TextField
                autoComplete="off"
                label={t('Email', 'Correo electrónico')}
                name={`${row}.email`}
                required
                type="email"
              />
              <TextField
                autoComplete="off"
                className="full"
                hint={t(
                  'For example: my dispatcher at Prairie Lines.',
                  'Por ejemplo: mi despachador en Prairie Lines.',
                )}
                label={t('Relationship', 'Relación')}
                name={`${row}.relationship`}
              />
            </>
          )}
        </RowList>
      </ApplicationSection>
    </>
  );
});
