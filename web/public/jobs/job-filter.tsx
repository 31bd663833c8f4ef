import { useEffect, useRef } from 'react';
import { useHref } from 'react-router';
import { departmentName } from '#contract/text/department-name.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import type { JobSearch } from './job-search.ts';

interface JobFilterProps {
  search: JobSearch;
  departments: readonly string[];
  onChange: (search: JobSearch) => void;
}

/** The id of the count above the jobs. */
export const resultsId = 'results';

/** After a search on a phone the jobs may be below the window or under the keyboard. */
function showResults(): void {
  const results = document.getElementById(resultsId);
  if (results === null || results.getBoundingClientRect().top < innerHeight / 2) return;
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  results.scrollIntoView({ block: 'start' });
}

/** Search and department. Filters on input with scripts, by the button without. */
export function JobFilter({ search, departments, onChange }: JobFilterProps) {
  const form = useRef<HTMLFormElement>(null);
  const action = useHref(`/careers#${resultsId}`);
  const read = () => {
    const fields = new FormData(form.current ?? undefined);
    onChange({ q: String(fields.get('q') ?? ''), department: String(fields.get('department')) });
  };

  // Uncontrolled, so that input from before hydration isn't lost.
  useEffect(() => {
    const { q, department } = (form.current?.elements ?? {}) as Record<string, HTMLInputElement>;
    if (q && q.value.trim() !== search.q.trim()) q.value = search.q;
    if (department && department.value !== search.department) department.value = search.department;
  }, [search]);

  return (
    <search>
      <form
        action={action}
        className="mt-10 mb-10 grid grid-cols-1 items-end gap-4 bg-well p-5 sm:grid-cols-[2fr_1fr_auto] sm:p-6"
        onChange={({ target }) => {
          read();
          if (target instanceof HTMLSelectElement) showResults();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          read();
          showResults();
        }}
        ref={form}
      >
        <Field label={t('Search jobs', 'Buscar empleos')} name="q">
          <Input
            autoComplete="off"
            defaultValue={search.q}
            enterKeyHint="search"
            placeholder={t('Job, city or department', 'Puesto, ciudad o departamento')}
            className="h-12"
            type="search"
          />
        </Field>
        <Field label={t('Department', 'Departamento')} name="department">
          <Select
            className="h-12"
            defaultValue={search.department}
            options={departments.map((value) => ({ value, label: departmentName(value) }))}
          />
        </Field>
        <Button className="h-12" type="submit" variant="secondary">
          {t('Search', 'Buscar')}
        </Button>
      </form>
    </search>
  );
}
