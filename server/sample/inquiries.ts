import type { Insertable } from 'kysely';
import type { InquiriesTable } from '../database/tables.ts';
import { dayBefore, instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { earlierInquiries } from './inquiries-earlier.ts';
import { recentInquiries } from './inquiries-recent.ts';
import { plainLetters } from './people.ts';

export interface SampleInquiry {
  /** Company, who writes, place with ZIP, area code. */
  from: readonly [string, string, string, string];
  cars: readonly [
    InquiriesTable['vehicle_type'],
    number | null,
    InquiriesTable['vehicle_condition'],
  ];
  /** Pickup and delivery. */
  route: readonly [string, string];
  text: string;
  handling?: string;
  daysAgo: number;
  flagged?: true;
  /** 'new' when not given. */
  status?: InquiriesTable['status'];
  note?: string;
}

// The signs that references are made of: server/features/inquiries.
const referenceSigns = '23456789BCDFGHJKMNPQRSTVWXYZ';

const streets = [
  'Commerce Drive',
  'W Jefferson Street',
  'Industrial Parkway',
  'N Lincoln Avenue',
  'Auto Mall Road',
  'S 4th Street',
];
const facilities = [
  'Paved lot, room for a full rig',
  'Dock and ramp on site',
  'Street loading, flagger needed',
  'Gate code at the office, open 7 am to 5 pm',
  'Lot with lights, after hours by key drop',
  '',
];
const dimensions = {
  car: [
    'Sedans, about 190 inches',
    'Mixed sedans and small SUVs',
    'Midsize SUVs, 185 to 195 inches',
    '',
  ],
  truck: [
    'Crew cabs, 231 to 250 inches',
    'Half-ton, 6.5 ft bed',
    'Three-quarter-ton, 8 ft bed',
    '',
  ],
  van: ['Cargo vans, 148 inch wheelbase', 'High roof, extended', 'Compact vans, 174 inches', ''],
};

function insertable(now: Date, dice: Dice, entry: SampleInquiry): Insertable<InquiriesTable> {
  const [companyName, person, place, areaCode] = entry.from;
  const [vehicleType, count, condition] = entry.cars;
  const [pickup, delivery] = entry.route;
  const domain = `${companyName
    .split(/[\s.]+/, 2)
    .map(plainLetters)
    .join('')}.example.com`;
  const pickupInDays = dice.whole(4, 21);
  return {
    reference: `Q-${dice.signs(referenceSigns, 6)}`,
    status: entry.status ?? 'new',
    flagged: entry.flagged ? 1 : 0,
    note: entry.note ?? '',
    created_at: instantBefore(now, entry.daysAgo, dice.whole(7 * 60 + 30, 17 * 60 + 45)),
    company_name: companyName,
    contact_person: person,
    company_address: `${dice.whole(100, 4800)} ${dice.one(streets)}, ${place}`,
    phone_number: dice.phone(areaCode),
    email_address: `${plainLetters(person.split(' ').at(-1) ?? person)}@${domain}`,
    website: dice.often(70) ? `https://${domain}` : '',
    vehicle_type: vehicleType,
    number_of_vehicles: count,
    vehicle_dimension: dice.one(dimensions[vehicleType]),
    vehicle_condition: condition,
    special_handling: entry.handling ?? '',
    pickup_location: pickup,
    pickup_date: dayBefore(now, Math.round(entry.daysAgo) - pickupInDays),
    pickup_facilities: dice.one(facilities),
    delivery_location: delivery,
    delivery_date: dice.often(70)
      ? dayBefore(now, Math.round(entry.daysAgo) - pickupInDays - dice.whole(1, 5))
      : null,
    delivery_facilities: dice.one(facilities),
    additional_info: entry.text,
  };
}

/** The quote requests of three months, oldest first. */
export function sampleInquiries(now: Date): Insertable<InquiriesTable>[] {
  const dice = new Dice('inquiries');
  return [...earlierInquiries, ...recentInquiries]
    .map((entry) => insertable(now, dice, entry))
    .toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
}
