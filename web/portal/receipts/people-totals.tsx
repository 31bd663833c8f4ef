import { useState } from 'react';
import type { ReceiptTotals } from '#contract/receipts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { personName } from '../shared/files/user-names.ts';
import { usePeopleTotals } from '../shared/receipts/receipts.data.ts';
import { PersonDialog } from './person-dialog.tsx';
import { TotalsList } from './totals-list.tsx';

const csv = {
  name: 'receipts-people',
  header: ['User ID', 'Username', 'First Name', 'Last Name', 'Given', 'Opened', 'Missing'],
  row: (person: ReceiptTotals) => [
    person.user_id,
    person.username,
    person.first_name,
    person.last_name,
    person.assigned,
    person.opened,
    person.missing,
  ],
};

const textOf = (person: ReceiptTotals) => `${personName(person)} ${person.username}`;

/** Each person with what they were given, opened and still owe; a name opens their receipts. */
export function PeopleTotals() {
  const [open, setOpen] = useState<ReceiptTotals | null>(null);
  return (
    <>
      <TotalsList
        csv={csv}
        nouns={['person', 'people']}
        searchLabel="Search people"
        textOf={textOf}
        totals={usePeopleTotals()}
      >
        {(people) => (
          <Table caption="Receipts by person">
            <thead>
              <tr>
                <Th>Person</Th>
                <Th className="text-right">Given</Th>
                <Th className="text-right">Opened</Th>
                <Th className="text-right">Missing</Th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.user_id}>
                  <th className="border-t border-line px-3 py-1" scope="row">
                    <button
                      aria-label={`Receipts of ${personName(person)}`}
                      className="text-link inline-flex min-h-9 items-center text-left font-semibold pointer-coarse:min-h-11"
                      onClick={() => setOpen(person)}
                      type="button"
                    >
                      {personName(person)}
                    </button>
                  </th>
                  <Td className="align-middle!" numeric>
                    {person.assigned}
                  </Td>
                  <Td className="align-middle!" numeric>
                    {person.opened}
                  </Td>
                  <Td className="align-middle!" numeric>
                    {person.missing > 0 ? (
                      <Badge tone="danger">{person.missing}</Badge>
                    ) : (
                      person.missing
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </TotalsList>
      {open && (
        <PersonDialog name={personName(open)} onClose={() => setOpen(null)} userId={open.user_id} />
      )}
    </>
  );
}
