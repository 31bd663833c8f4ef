import { useId, useState } from 'react';
import type { Inquiry } from '#contract/inquiries.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { stopText } from '#contract/rules/stops.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { ExportMenu } from '../../shared/records/export-menu.tsx';
import { VehiclesDialog } from './vehicles-dialog.tsx';

/** The stops and the vehicles of an inquiry: a table to export and to change. */
export function InquiryVehicles({ inquiry }: { inquiry: Inquiry }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { vins, stops } = inquiry;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="mr-auto font-display font-bold" id={id}>
          Vehicles and stops
        </h3>
        {vins.length > 0 && (
          <ExportMenu filter={{ inquiry_id: String(inquiry.id) }} list="inquiry-vehicles" />
        )}
        <Button onClick={() => setOpen(true)} size="sm" variant="secondary">
          Change vehicles and stops
        </Button>
      </div>
      {stops.length > 2 && (
        <ol aria-label="Stops" className="list-decimal pl-6">
          {stops.map((stop, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may come twice
            <li key={index}>{stopText(stop)}</li>
          ))}
        </ol>
      )}
      {vins.length === 0 ? <p className="text-steel">{messages.none}</p> : <Vins vins={vins} />}
      {isOpen && <VehiclesDialog inquiry={inquiry} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Vins({ vins }: Pick<Inquiry, 'vins'>) {
  return (
    <Table caption="Vehicles">
      <thead>
        <tr>
          <Th>VIN</Th>
          <Th>Check</Th>
          <Th>Year</Th>
        </tr>
      </thead>
      <tbody>
        {vins.map(({ vin, is_valid, year }) => (
          <tr key={vin}>
            <Td className="font-mono">{vin}</Td>
            <Td className={is_valid ? '' : 'font-semibold text-danger'}>
              {messages.checks[`${is_valid}`]}
            </Td>
            <Td>{year ?? 'Open'}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
