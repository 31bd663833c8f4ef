import type { Damage } from '#contract/damages.ts';
import { damages as text } from '#contract/messages/damages.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { useCurrentUser } from '../frame/current-user.data.ts';
import { damageLabels } from './damage-words.ts';

/** The window of a damage for who may only read it; the employee is the reader. */
export function DamageView({ damage, onClose }: { damage: Damage; onClose: () => void }) {
  const user = useCurrentUser(true);
  const username = user.data?.username ?? text.unknownEmployee;
  const rows = {
    employee_id: `${username} (Employee ID ${damage.employee_id})`,
    driver_name: damage.driver_name,
    damage_date: damage.damage_date,
    damage_amount: damage.damage_amount.toFixed(2),
  };
  return (
    <div className="grid gap-4 pb-2 sm:grid-cols-2">
      {(Object.keys(rows) as (keyof typeof rows)[]).map((name) => (
        <Field
          className={name === 'employee_id' || name === 'driver_name' ? 'sm:col-span-2' : ''}
          key={name}
          label={damageLabels[name]}
          name={name}
        >
          <Input readOnly type={name === 'damage_date' ? 'date' : 'text'} value={rows[name]} />
        </Field>
      ))}
      <Field
        className="sm:col-span-2"
        label={damageLabels.damage_description}
        name="damage_description"
      >
        <Textarea
          className="field-sizing-content max-h-72 min-h-24"
          readOnly
          value={damage.damage_description}
        />
      </Field>
      <div className="flex justify-end border-t border-line pt-4 sm:col-span-2">
        <Button onClick={onClose} variant="secondary">
          Close
        </Button>
      </div>
    </div>
  );
}
