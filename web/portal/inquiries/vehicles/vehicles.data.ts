import { useQueryClient } from '@tanstack/react-query';
import { type Inquiry, updateInquiry } from '#contract/inquiries.ts';
import { type BodyOf, CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import type { SaveTarget } from '../../shared/records/use-record-form.ts';
import { inquiriesQuery } from '../inquiries.data.ts';

/** The base record of the form. */
export type VehiclesBase = Pick<Inquiry, 'id' | 'version' | 'vins' | 'stops'>;

/** Saves vehicles and stops, then reloads the list. Rejects with 409 when someone else changed them. */
export function useSaveVehicles() {
  const client = useQueryClient();
  return async (
    { vins = [], stops = [] }: Pick<BodyOf<typeof updateInquiry>, 'vins' | 'stops'>,
    { record }: SaveTarget<VehiclesBase>,
  ): Promise<{ message: string }> => {
    if (record === null) throw new Error('only visitors send inquiries');
    const send = (version: number) => {
      const body = { vins: vins.map(({ vin }) => vin), stops, version };
      return call(updateInquiry, { params: { id: record.id }, body });
    };
    const reply = await send(record.version).catch((error: unknown) => {
      // Someone else changed the status or added a note: only changed vehicles are a conflict.
      const current = error instanceof CallError && (error.body.current as Inquiry | undefined);
      if (!current || textOf(current) !== textOf(record)) throw error;
      return send(current.version);
    });
    await client.invalidateQueries(inquiriesQuery);
    return reply;
  };
}

const textOf = ({ vins, stops }: VehiclesBase) => JSON.stringify([vins, stops]);
