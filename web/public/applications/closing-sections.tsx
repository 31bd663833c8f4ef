import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { genders, races, resumeMaxBytes } from '#contract/form-choices.ts';
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

interface ClosingSectionsProps {
  /** Null when the file was removed. */
  onResume: (file: File | null) => void;
}

const loadScanDialog = importAgain(async () => {
  // A browser fails scripts that it couldn't load until the page is reloaded, so don't ask for them now.
  if (!navigator.onLine) throw new Error('There is no connection.');
  return import('./resume-scan-dialog.tsx');
});

/** Resume, eligibility and self-identification. */
export function ClosingSections({ onResume }: ClosingSectionsProps) {
  return (
    <>
      <ApplicationSection id="resume">
        <ResumeField onResume={onResume} />
      </ApplicationSection>
      <ApplicationSection hint="Check what is true for you." id="eligibility">
        <div className="full">
          <FlagField
            label="I am authorized to work in the United States"
            name="authorized_to_work_us"
          />
          <FlagField
            label="I need sponsorship for an employment visa, now or later"
            name="requires_sponsorship"
          />
        </div>
      </ApplicationSection>
      <ApplicationSection
        hint="Not used for hiring decisions. You may decline either one."
        id="self"
      >
        <ChoiceField label="Gender" name="gender" options={genders} required />
        <ChoiceField label="Race or ethnicity" name="race" options={races} required />
      </ApplicationSection>
    </>
  );
}

function ResumeField({ onResume }: ClosingSectionsProps) {
  const { error } = useFormField('resume');
  const hydrated = useHydrated();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState(false);
  const change = (file: File | null) => {
    setChosen(file !== null);
    onResume(file);
  };
  const input = useRef<HTMLInputElement>(null);
  // The file may have been chosen before this script ran; a form that starts over has none.
  const start = useEffectEvent(() => change(input.current?.files?.[0] ?? null));
  useEffect(() => start(), []);
  return (
    <div className="full">
      <Field
        error={error}
        hint={`PDF only, at most ${resumeMegabytes} MB. Optional.`}
        label="Resume"
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
            Remove the file
          </Button>
        )}
      </div>
    </div>
  );
}
