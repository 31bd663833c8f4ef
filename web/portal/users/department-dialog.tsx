import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import { users as messages } from '#contract/messages/users.ts';
import { personName } from '#contract/text/employee-name.ts';
import { type User, updateDepartment } from '#contract/users.ts';
import { line } from '#contract/wire/fields.ts';
import { call } from '#web/lib/api/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { valuesOf } from '../shared/people/user-names.ts';
import { UserPicker } from '../shared/people/user-picker.tsx';
import { usersQuery, useUsers } from '../shared/people/users.data.ts';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';

const draft = 'department';

/** Moves several employees to a department. */
export function DepartmentDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      discardQuestion={messages.confirmDiscardDepartment}
      draft={draft}
      onClose={onClose}
      size="lg"
      title="Change department"
    >
      {(onDirty) => <DepartmentForm onDirty={onDirty} onDone={onClose} />}
    </RecordDialog>
  );
}

/** The employees to move must be chosen and have an employee record. */
function schemaFor(users: readonly User[]) {
  const chosen = z.array(z.number()).check(
    z.minLength(1, messages.chooseEmployees),
    z.maxLength(500, messages.tooManyEmployees),
    z.superRefine((ids, context) => {
      const unlinked = users.filter((user) => ids.includes(user.user_id) && !user.employee_id);
      if (unlinked.length === 0) return;
      const message = messages.withoutEmployee(unlinked.map(personName).join(', '));
      context.addIssue({ code: 'custom', message });
    }),
  );
  return z.object({ department: line(), user_ids: chosen });
}

/** Each with the version that the list shows. */
function employeesOf(users: readonly User[], ids: readonly number[]) {
  return users.flatMap(({ user_id, employee_id, employee_version: version }) =>
    employee_id !== null && ids.includes(user_id) ? [{ employee_id, version }] : [],
  );
}

interface DepartmentFormProps {
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function DepartmentForm({ onDirty, onDone }: DepartmentFormProps) {
  const users = useUsers().data ?? [];
  const state = useRecordForm<
    { version: number },
    { department: string; user_ids: number[] },
    { department: string; user_ids: number[] }
  >({
    draft,
    record: null,
    idOf: () => 0,
    valuesOf: () => ({ department: '', user_ids: [] }),
    schema: schemaFor(users),
    save: ({ department, user_ids }) =>
      call(updateDepartment, { body: { department, employees: employeesOf(users, user_ids) } }),
    queryKey: usersQuery.queryKey,
    messages: { saveFailed: messages.departmentFailed },
    onDirty,
    onDone,
  });
  const { register, formState, control } = state.form;
  const { field: people } = useController({ control, name: 'user_ids' });
  return (
    <FormShell differences={() => []} state={state}>
      <Field
        error={formState.errors.department?.message}
        label="New department"
        name="department"
        required
      >
        <Input autoComplete="off" list="departments" maxLength={100} {...register('department')} />
      </Field>
      <datalist id="departments">
        {valuesOf(users, 'department').map((department) => (
          <option key={department} value={department} />
        ))}
      </datalist>
      <UserPicker
        chosen={people.value}
        error={formState.errors.user_ids?.message}
        label="People"
        onChange={people.onChange}
        required
      />
    </FormShell>
  );
}
