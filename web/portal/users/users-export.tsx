import { Download } from 'lucide-react';
import type { User } from '#contract/users.ts';
import { saveCsv } from '#web/lib/save-csv.ts';
import { Button } from '#web/ui/button.tsx';
import { csvColumns, csvRows } from './user-columns.ts';

const header = csvColumns.map(({ label }) => label);

/** The users that are shown, as a file for a spreadsheet. */
export function UsersExport({ users }: { users: readonly User[] }) {
  return (
    <Button
      disabled={users.length === 0}
      onClick={() => saveCsv('users', header, csvRows(users))}
      size="sm"
      variant="secondary"
    >
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </Button>
  );
}
