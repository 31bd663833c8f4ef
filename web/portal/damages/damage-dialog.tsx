import { useRef } from 'react';
import type { Damage } from '#contract/damages.ts';
import { damages as text } from '#contract/messages/damages.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { DamageForm } from './damage-form.tsx';
import { DamageView } from './damage-view.tsx';
import { useEmployeeChoices } from './damages.data.ts';

interface DamageDialogProps {
  /** The damage to change or to look at, 'new' to add one, null when closed. */
  damage: Damage | 'new' | null;
  readOnly: boolean;
  onClose: () => void;
}

/** The one window of a damage; what was typed is not thrown away without a question. */
export function DamageDialog({ damage, readOnly, onClose }: DamageDialogProps) {
  const confirm = useConfirm();
  const dirty = useRef(false);

  async function leave() {
    const question = {
      title: text.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!dirty.current || (await confirm(question))) onClose();
  }

  if (damage === null) return null;
  const isNew = damage === 'new';
  const title = isNew ? 'Add Damage' : readOnly ? `Damage ${damage.damage_id}` : 'Edit Damage';
  return (
    <Dialog onOpenChange={(open) => !open && void leave()} open title={title}>
      {readOnly && !isNew ? (
        <DamageView damage={damage} onClose={onClose} />
      ) : (
        <FormWhenReady
          damage={isNew ? null : damage}
          onCancel={() => void leave()}
          onDirty={(now) => {
            dirty.current = now;
          }}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

interface FormWhenReadyProps {
  damage: Damage | null;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** The form needs to know the employees before it can offer the first of them. */
function FormWhenReady(props: FormWhenReadyProps) {
  const employees = useEmployeeChoices();
  if (employees.data) return <DamageForm {...props} employees={employees.data} />;
  if (employees.isPending) return <Skeleton label={text.loading} labelVisible lines={6} />;
  return (
    <FailedList
      busy={employees.isFetching}
      error={employees.error}
      fallback={text.fetchEmployeesFailed}
      onRetry={() => void employees.refetch()}
    />
  );
}
