import { FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { ApplicationSection } from './application-sections.tsx';
import { RowList } from './row-list.tsx';

interface HistorySectionsProps {
  /** Called when rows of a list were added or removed. */
  onRows: (list: string) => void;
}

export function HistorySections({ onRows }: HistorySectionsProps) {
  return (
    <>
      <ApplicationSection
        hint="Your last jobs, newest first. Leave blank if you have none."
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
        hint="People who know your work. We talk to you before we call them."
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
                autoComplete="off"
                label="Email"
                name={`${row}.email`}
                required
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
