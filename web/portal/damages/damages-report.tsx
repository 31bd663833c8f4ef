import { useState } from 'react';
import type { Role } from '#contract/access.ts';
import type { Damage } from '#contract/damages.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { hush } from '../frame/say.tsx';
import { DamageDialog } from './damage-dialog.tsx';
import { DamagesList } from './damages-list.tsx';

/** The report with its dialog: an admin adds and changes, an employee looks. */
export function DamagesReport({ role }: { role: Role }) {
  const [open, setOpen] = useState<Damage | 'new' | null>(null);
  const isAdmin = role === 'admin';

  const show = (what: Damage | 'new') => {
    hush();
    setOpen(what);
  };
  const addButton = <Button onClick={() => show('new')}>Add Damage</Button>;
  return (
    <>
      <PageHeader action={isAdmin && addButton} title="Damages Report" />
      <DamagesList onOpen={show} role={role} />
      <DamageDialog
        damage={open}
        key={open === null || open === 'new' ? open : open.damage_id}
        onClose={() => setOpen(null)}
        readOnly={!isAdmin}
      />
    </>
  );
}
