import { Download } from 'lucide-react';
import { csv } from '#contract/csv.ts';
import { today } from '#contract/dates.ts';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { columns, csvRows } from './user-columns.ts';

/** The users as they are shown, as a file for a spreadsheet. */
export function UsersExport({ users }: { users: readonly User[] }) {
  function save() {
    const header = columns.map(({ label }) => label);
    // Excel takes a file without this mark for one of its own code page.
    const text = `\uFEFF${csv(header, csvRows(users))}`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `users-${today()}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  }
  return (
    <Button disabled={users.length === 0} onClick={save} size="sm" variant="secondary">
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </Button>
  );
}
