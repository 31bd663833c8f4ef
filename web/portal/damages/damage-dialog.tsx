import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Damage, damageFields, damageInput } from '#contract/damages.ts';
import { damages as messages } from '#contract/messages/damages.ts';
import { today } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import type { Employee } from '#contract/users.ts';
import { controlText } from '#contract/wire/field-text.ts';
import { editableFields } from '#contract/wire/record-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea, valueClass } from '#web/ui/input.tsx';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { employeesQuery } from '../shared/people/users.data.ts';
import { formValues } from '../shared/records/field-values.ts';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { RecordForm } from '../shared/records/record-form.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { damagesKey, saveDamage } from './damages.data.ts';

interface DamageDialogProps {
  damage: Damage | 'new';
  isReadOnly: boolean;
  onClose: () => void;
}

export function DamageDialog({ damage, isReadOnly, onClose }: DamageDialogProps) {
  const viewed = isReadOnly && damage !== 'new' ? damage : null;
  const employees = useQuery({ ...employeesQuery, enabled: viewed === null });
  const title = damage === 'new' ? 'Add Damage' : 'Edit Damage';
  return (
    <RecordDialog
      discardQuestion={messages.confirmDiscard}
      draft="damage"
      onClose={onClose}
      title={viewed ? t(`Damage ${viewed.damage_id}`, `Daño ${viewed.damage_id}`) : title}
    >
      {(onDirty) =>
        viewed ? (
          <DamageView damage={viewed} onClose={onClose} />
        ) : (
          <RecordList
            lines={6}
            messages={{ loading: messages.loading, fetchFailed: messages.fetchEmployeesFailed }}
            query={employees}
          >
            {(list) => (
              <DamageForm
                damage={damage === 'new' ? null : damage}
                employees={list}
                onDirty={onDirty}
                onDone={onClose}
              />
            )}
          </RecordList>
        )
      }
    </RecordDialog>
  );
}

interface DamageFormProps {
  /** Null to add one. */
  damage: Damage | null;
  employees: readonly Employee[];
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

/** Adds or changes a damage. Choosing an employee fills in the driver name unless it was typed. */
export function DamageForm({ damage, employees, onDirty, onDone }: DamageFormProps) {
  const filled = useRef('');
  const first = { employee_id: employees[0]?.employee_id, damage_date: today() };
  const state = useRecordForm({
    draft: 'damage',
    record: damage,
    idOf: ({ damage_id }) => damage_id,
    valuesOf: (record) => formValues(damageFields, record ?? first),
    schema: damageInput,
    save: saveDamage,
    queryKey: damagesKey,
    messages,
    onDirty,
    onDone,
  });
  const { form } = state;
  const options = choicesOf(employees, damage);

  function fillDriverName(): void {
    const chosen = options.find(({ value }) => value === form.getValues('employee_id'));
    const isTyped = form.getValues('driver_name').trim() !== filled.current;
    if (isTyped) return;
    filled.current = chosen?.label ?? '';
    form.setValue('driver_name', filled.current, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <RecordForm
      fields={damageFields}
      overrides={{ employee_id: { options, onChange: fillDriverName } }}
      state={state}
    />
  );
}

function choicesOf(employees: readonly Employee[], damage: Damage | null) {
  const choices = employees.map((employee) => ({
    value: String(employee.employee_id),
    label: personName({ ...employee, username: `Employee ${employee.employee_id}` }),
  }));
  if (damage && !choices.some(({ value }) => value === String(damage.employee_id))) {
    // A former employee stays on their damages.
    choices.push({ value: String(damage.employee_id), label: damage.employee_name });
  }
  return choices;
}

/** The read-only view for employees, who see only their own damages. */
export function DamageView({ damage, onClose }: { damage: Damage; onClose: () => void }) {
  const user = useCurrentUser(true);
  const username = user.data?.username ?? messages.unknownEmployee;
  const shown = {
    ...damage,
    employee_id: `${username} (${t('Employee ID', 'ID de empleado')} ${damage.employee_id})`,
  };
  return (
    <div className="grid gap-4 pb-2">
      <div className="grid gap-4 sm:grid-cols-2">
        {editableFields(damageFields).map(([name, field]) => {
          const value = controlText(field, shown[name]);
          const isText = field.kind === 'text';
          return (
            <Field
              className={(field.isWide ?? isText) ? 'col-span-full' : ''}
              key={name}
              label={field.label}
              name={name}
            >
              {isText ? (
                <Textarea
                  className={`field-sizing-content max-h-72 resize-none ${valueClass}`}
                  readOnly
                  value={value}
                />
              ) : (
                <Input
                  className={valueClass}
                  readOnly
                  type={field.kind === 'date' ? 'date' : 'text'}
                  value={value}
                />
              )}
            </Field>
          );
        })}
      </div>
      <div className="flex justify-end border-t border-line pt-4">
        <Button onClick={onClose} variant="secondary">
          {t('Close', 'Cerrar')}
        </Button>
      </div>
    </div>
  );
}
