import type { Role } from '#contract/access.ts';
import type { Damage } from '#contract/damages.ts';
import { damages as messages } from '#contract/messages/damages.ts';
import { useSession } from '#web/lib/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { PageHandle } from '../page.ts';
import { ImportLink } from '../shared/import-link.tsx';
import { useOpenRecord } from '../shared/record-dialog.tsx';
import { DamageDialog } from './damage-dialog.tsx';
import { loadDamages } from './damages.data.ts';
import { DamagesList } from './damages-list.tsx';

const title = 'Damages Report';

export const handle: PageHandle = { load: loadDamages, isTraceless: true };

export default function DamagesPage() {
  const { role } = useSession();
  if (role !== null) return <DamagesReport role={role} />;
  return (
    <>
      <PageHeader title={title} />
      <Alert tone="error">{messages.unknownRole}</Alert>
    </>
  );
}

function DamagesReport({ role }: { role: Role }) {
  const isAdmin = role === 'admin';
  const { open, show, close } = useOpenRecord<Damage>('damage', isAdmin);
  const actions = (
    <div className="flex flex-wrap gap-3">
      <LinkButton to="/claims" variant="secondary">
        Claims
      </LinkButton>
      {isAdmin ? (
        <>
          <ImportLink kind="damages" />
          <Button onClick={() => show('new')}>Add Damage</Button>
        </>
      ) : (
        <LinkButton to="/claims?report=1">Report damage</LinkButton>
      )}
    </div>
  );
  return (
    <>
      <PageHeader action={actions} title={title} />
      <DamagesList onOpen={show} role={role} />
      {open && (
        <DamageDialog
          damage={open}
          isReadOnly={!isAdmin}
          key={open === 'new' ? open : open.damage_id}
          onClose={close}
        />
      )}
    </>
  );
}
