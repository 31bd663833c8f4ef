import { type Damage, damageFields } from '#contract/damages.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { ClampedText } from '../shared/clamped-text.tsx';
import { useExpiredDrivers } from '../shared/driver-file/expired-drivers.data.ts';
import { ExpiredMark } from '../shared/driver-file/expired-mark.tsx';
import { MessageLink } from '../shared/people/message-link.tsx';
import { fieldRows } from '../shared/records/field-values.ts';

// These are elsewhere on the card.
const { driver_name, damage_amount, damage_description, ...cardFields } = damageFields;

interface DamageActionsProps {
  damage: Damage;
  /** Null for employees. */
  onDelete: (() => void) | null;
  isDeleting: boolean;
}

interface DamageCardProps extends DamageActionsProps {
  /** Opens the form, or the view if `onDelete` is null. */
  onOpen: () => void;
}

export function DamageCard({ damage, onOpen, onDelete, isDeleting }: DamageCardProps) {
  const name = `damage ${damage.damage_id}`;
  const { employee_id } = damage;
  const expired = useExpiredDrivers()({ employee_id });
  return (
    <Card
      aside={<span className="display shrink-0 pt-1 text-lg">{dollars(damage.damage_amount)}</span>}
      className="h-full"
      footer={
        <>
          <Button
            aria-label={
              onDelete ? `Edit ${name}` : t(`View ${name}`, `Ver el daño ${damage.damage_id}`)
            }
            className="-ml-3"
            onClick={onOpen}
            size="sm"
            variant="quiet"
          >
            {onDelete ? 'Edit' : t('View', 'Ver')}
          </Button>
          <DamageActions damage={damage} isDeleting={isDeleting} onDelete={onDelete} />
        </>
      }
      level={2}
      title={
        <>
          {damage.driver_name}
          <ExpiredMark driver={expired} />
        </>
      }
    >
      <DescriptionList
        rows={fieldRows(cardFields, damage, {
          damage_date: (
            <time className="tabular-nums" dateTime={damage.damage_date}>
              {usCalendarDay(damage.damage_date)}
            </time>
          ),
        })}
      />
      <div className="border-t border-line pt-2 text-sm">
        <ClampedText
          clampClass="line-clamp-6"
          max={{ characters: 280, lines: 6 }}
          text={damage.damage_description}
        />
      </div>
    </Card>
  );
}

/** What a card and a row of the table have besides the button that opens the damage. */
export function DamageActions({ damage, onDelete, isDeleting }: DamageActionsProps) {
  const { damage_id, employee_id, driver_name: name } = damage;
  return (
    <>
      <LinkButton
        aria-label={t(`Claim of damage ${damage_id}`, `Reclamo del daño ${damage_id}`)}
        size="sm"
        to={`/claims?damage=${damage_id}`}
        variant="quiet"
      >
        {t('Claim', 'Reclamo')}
      </LinkButton>
      <MessageLink employeeId={employee_id} name={name} />
      {onDelete && (
        <Button
          aria-label={`Delete damage ${damage_id}`}
          busy={isDeleting}
          className="text-danger!"
          onClick={onDelete}
          size="sm"
          variant="quiet"
        >
          Delete
        </Button>
      )}
    </>
  );
}
