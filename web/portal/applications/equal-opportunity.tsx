import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getEqualOpportunity, smallestGroup } from '#contract/application-stages.ts';
import { applicationStages as messages } from '#contract/messages/application-stages.ts';
import type { ReplyOf } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';

/** Opens the totals by gender and race, which are nowhere beside an applicant. */
export function EqualOpportunity() {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="print:hidden">
      <Button className="-ml-3" onClick={() => setOpen(true)} size="sm" variant="quiet">
        Equal opportunity totals
      </Button>
      {isOpen && (
        <Dialog
          description={messages.totalsIntro}
          onClose={() => setOpen(false)}
          title="Equal opportunity totals"
        >
          <Totals />
        </Dialog>
      )}
    </p>
  );
}

function Totals() {
  const totals = useQuery({
    queryKey: ['equal-opportunity'],
    queryFn: ({ signal }) => call(getEqualOpportunity, {}, { signal }),
    gcTime: 0,
  });
  if (totals.isPending) return <Skeleton label="Loading..." lines={6} />;
  if (!totals.data) {
    return <FailedList fallback={messages.totalsFailed} query={totals} />;
  }
  return (
    <div className="grid gap-6 pb-4">
      <Groups groups={totals.data.gender} name="Gender" />
      <Groups groups={totals.data.race} name="Race or ethnicity" />
    </div>
  );
}

interface GroupsProps {
  name: string;
  groups: ReplyOf<typeof getEqualOpportunity>['gender'];
}

function Groups({ name, groups }: GroupsProps) {
  return (
    <Table caption={name}>
      <thead>
        <tr>
          <Th>{name}</Th>
          <Th className="text-right">Applications</Th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ value, count }) => (
          <tr key={value}>
            <Td>{value}</Td>
            <Td numeric>
              {count ?? (
                <span title={`Fewer than ${smallestGroup}, or hidden with such a group`}>
                  Hidden
                </span>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
