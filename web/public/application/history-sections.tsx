import { FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { ApplicationSection } from './application-section.tsx';
import { RowList } from './row-list.tsx';

interface HistorySectionsProps {
  /** Rows of a list were added or removed. */
  onRows: (list: string) => void;
}

/** Where the applicant has worked, and who can tell about it: any number of rows each. */
export function HistorySections({ onRows }: HistorySectionsProps) {
  return (
    <>
      <ApplicationSection
        hint="Your last jobs, newest first. Leave it empty if there are none."
        id="experience"
      >
        <RowList
          addLabel="Add work experience"
          list="workExperiences"
          noun="Work experience"
          onRows={onRows}
        >
          {(row) => (
            <>
              <TextField autoComplete="off" label="Company" name={`${row}.company`} required />
              <TextField autoComplete="off" label="Position" name={`${row}.position`} required />
              <DateField label="From" name={`${row}.from_date`} />
              <DateField label="To" name={`${row}.to_date`} />
              <FlagField className="full" label="I still work here" name={`${row}.is_current`} />
              <AreaField
                className="full"
                label="What you did"
                name={`${row}.description`}
                rows={3}
              />
            </>
          )}
        </RowList>
      </ApplicationSection>
      <ApplicationSection
        hint="People who know your work. We call nobody before we have talked to you."
        id="references"
      >
        <RowList addLabel="Add reference" list="references" noun="Reference" onRows={onRows}>
          {(row) => (
            <>
              <TextField
                autoComplete="off"
                label="First name"
                name={`${row}.first_name`}
                required
              />
              <TextField autoComplete="off" label="Last name" name={`${row}.last_name`} required />
              <TextField
                autoComplete="off"
                label="Phone"
                name={`${row}.phone`}
                required
                type="tel"
              />
              <TextField
                autoCapitalize="none"
                autoComplete="off"
                label="E-mail"
                name={`${row}.email`}
                required
                spellCheck={false}
                type="email"
              />
              <TextField
                autoComplete="off"
                className="full"
                hint="For example: my dispatcher at Prairie Lines."
                label="Relationship"
                name={`${row}.relationship`}
              />
            </>
          )}
        </RowList>
      </ApplicationSection>
    </>
  );
}
