import { useId, useState } from 'react';
import type { Inquiry } from '#contract/inquiries.ts';
import { inquiryVehicles as messages } from '#contract/messages/inquiry-vehicles.ts';
import { stopText } from '#contract/rules/stops.ts';
import { Button } from '#web/ui/button.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { ExportMenu } from '../../shared/records/export-menu.tsx';
import { VehiclesDialog } from './vehicles-dialog.tsx';

/** The stops and the vehicles of an inquiry: a table to copy, to export and to change. */
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
        {vins.length > 0 && <CopyVins vins={vins} />}
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

type Vins = Pick<Inquiry, 'vins'>;

function Vins({ vins }: Vins) {
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

function CopyVins({ vins }: Vins) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(vins.map(({ vin }) => vin).join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <span className="text-sm" role="status">
        {copied === true && 'Copied.'}
        {copied === false && "Couldn't copy. Select the VINs instead."}
      </span>
      <Button onClick={() => void copy()} size="sm" variant="secondary">
        Copy VINs
      </Button>
    </>
  );
}
