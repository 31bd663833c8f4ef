import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { genders, races, resumeMaxBytes } from '#contract/form-choices.ts';
import { t } from '#contract/text/languages.ts';
import { chooseFiles } from '#web/lib/device/chosen-files.ts';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField, FlagField } from '#web/ui/choice-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { useFormField } from '#web/ui/form-state.tsx';
import { FileInput } from '#web/ui/input.tsx';
import { ScanButton } from '#web/ui/scan/scan-button.tsx';
import { ApplicationSection } from './application-sections.tsx';

const resumeMegabytes = resumeMaxBytes / 1024 / 1024;

const spanishChoices = {
  Male: 'Hombre',
  Female: 'Mujer',
  Decline: 'Prefiero no contestar',
  'American Indian or Alaska Native': 'Indígena de Estados Unidos o de Alaska',
  Asian: 'Asiático',
  'Black or African American': 'Negro o afroamericano',
  'Hispanic or Latino': 'Hispano o latino',
  'Native Hawaiian or Other Pacific Islander': 'Nativo de Hawái o de otra isla del Pacífico',
  White: 'Blanco',
  'Two or more races': 'Dos o más razas',
  'Decline to self-identify': 'Prefiero no contestar',
} satisfies Record<(typeof genders | typeof races)[number], string>;

interface ClosingSectionsProps {
  /** Null when the file was removed. */
  onResume: (file: File | null) => Promise<void>;
}

const loadScanDialog = importAgain(async () => {
  // A browser fails scripts that it couldn't load until the page is reloaded, so don't ask for them now.
  if (!navigator.onLine) throw new Error('There is no connection.');
  return import('./resume-scan-dialog.tsx');
});

/** Resume, eligibility and self-identification. */
export const ClosingSections = memo(function ClosingSections({ onResume }: ClosingSectionsProps) {
  return (
    <>
      <ApplicationSection id="resume">
        <ResumeField onResume={onResume} />
      </ApplicationSection>
      <ApplicationSection
        hint={t('Check what is true for you.', 'Marque lo que sea cierto en su caso.')}
        id="eligibility"
      >
        <div className="full">
          <FlagField
            label={t(
              'I am authorized to work in the United States',
              'Tengo permiso para trabajar en Estados Unidos',
            )}
            name="authorized_to_work_us"
          />
          <FlagField
            label={t(
              'I need sponsorship for an employment visa, now or later',
              'Necesito patrocinio para una visa de trabajo, ahora o después',
            )}
            name="requires_sponsorship"
          />
        </div>
      </ApplicationSection>
      <ApplicationSection
        hint={t(
          'Not used for hiring decisions. You may decline either one.',
          'No se usa para decidir a quién se contrata. Puede no contestar una o las dos.',
        )}
        id="self"
      >
        <ChoiceField
          label={t('Gender', 'Género')}
          name="gender"
          options={genders.map((value) => ({ value, label: t(value, spanishChoices[value]) }))}
          required
        />
        <ChoiceField
          label={t('Race or ethnicity', 'Raza u origen étnico')}
          name="race"
          options={races.map((value) => ({ value, label: t(value, spanishChoices[value]) }))}
          required
        />
      </ApplicationSection>
    </>
  );
});

function ResumeField({ onResume }: ClosingSectionsProps) {
  const { error } = useFormField('resume');
  const hydrated = useHydrated();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState(false);
  const change = (file: File | null) => {
    setChosen(file !== null);
    void onResume(file);
  };
  const input = useRef<HTMLInputElement>(null);
  // The file may have been chosen before this script ran; a form that starts over has none.
  const start = useEffectEvent(() => change(input.current?.files?.[0] ?? null));
  useEffect(() => start(), []);
  return (
    <div className="full">
      <Field
        error={error}
        hint={t(
          `PDF only, at most ${resumeMegabytes} MB. Optional.`,
          `Solo PDF, de hasta ${resumeMegabytes} MB. Opcional.`,
        )}
        label={t('Resume', 'Currículum')}
        name="resume"
      >
        <FileInput
          accept="application/pdf,.pdf"
          key={round}
          onChange={(event) => change(event.target.files?.[0] ?? null)}
          ref={input}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-x-3">
        <ScanButton
          disabled={!hydrated}
          loadDialog={loadScanDialog}
          megabytes={resumeMegabytes}
          onPdf={(pdf) => input.current && chooseFiles(input.current, [pdf])}
        />
        {chosen && (
          <Button
            className="mt-2"
            onClick={() => {
              setRound(round + 1);
              change(null);
            }}
            size="sm"
            variant="quiet"
          >
            {t('Remove the file', 'Quitar el archivo')}
          </Button>
        )}
      </div>
    </div>
  );
}
