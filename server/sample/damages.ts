import { dayBefore, instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { isDriver, type SamplePerson } from './people.ts';

/** What happened, with {car} and {place}, and the least and most that it cost in dollars. */
const mishaps: readonly (readonly [string, number, number])[] = [
  ['Rear bumper of a {car} scuffed on the ramp while loading at {place}.', 180, 690],
  ['Scratch along the left rear door of a {car}; strap ratchet came loose near {place}.', 240, 880],
  ['Windshield of a {car} chipped by a stone on the way to {place}. Glass replaced.', 210, 520],
  ['Right mirror of a {car} broken against the upper deck post at {place}.', 130, 610],
  ['Dent in the roof of a {car}, top deck lowered too far. Found at {place}.', 450, 1_900],
  [
    'Front lip of a {car} cracked on the lower ramp at {place}; race ramps were not used.',
    320,
    1_250,
  ],
  ['Hydraulic oil on the hood of a {car}. Cleaned and polished at {place}.', 60, 190],
  ['Low branch on the street to {place}: scratches on the roof of a {car}.', 150, 740],
  ['Alloy wheel of a {car} gouged by a wheel strap, noted by the inspector at {place}.', 95, 380],
  ['Door of a {car} opened into the deck post at {place}. Edge chipped.', 80, 290],
  ['Tail light of a {car} broken in the yard at {place}.', 110, 430],
  ['Hail on the way to {place}: dents on hood and roof of a {car}.', 1_100, 4_800],
  ['Quarter panel of a {car} creased when the truck ahead rolled back at {place}.', 850, 3_400],
  ['Antenna of a {car} torn off by a low bridge sign near {place}.', 35, 120],
  ['Key of a {car} lost between pickup and {place}; a new one was cut.', 190, 460],
  ['Undercarriage of a {car} scraped while coming off the deck at {place}.', 260, 990],
];

const cars = [
  '2024 Toyota Camry',
  '2023 Ford F-150',
  '2025 Chevrolet Equinox',
  '2022 Honda Accord',
  '2024 Jeep Grand Cherokee',
  '2021 Nissan Altima',
  '2025 Hyundai Tucson',
  '2019 Subaru Outback',
  '2023 Tesla Model Y',
  '2020 Ram 1500',
  '2024 Kia Sportage',
  '2018 Chrysler Pacifica',
];

const places = [
  'the rail ramp in Chicago Heights',
  'the auction in Davenport',
  'a dealer in Peoria',
  'the Omaha yard',
  'the Joliet yard',
  'a dealer in Elgin',
  'the auction in Milwaukee',
  'a rental lot in Indianapolis',
  'a dealer in Lincoln',
  'the port lot in Baltimore',
];

export interface SampleDamage {
  /** Of the driver. */
  username: string;
  driver_name: string;
  damage_date: string;
  amount_cents: number;
  damage_description: string;
  created_at: string;
}

const count = 60;
/** Fourteen months. */
const days = 425;

/** Damages of the drivers over fourteen months, oldest first; nobody has one from before the hiring. */
export function sampleDamages(now: Date, people: readonly SamplePerson[]): SampleDamage[] {
  const dice = new Dice('damages');
  const drivers = people.filter(isDriver);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const daysAgo = Math.max(
      1,
      Math.round(((count - index - 0.5) * days) / count) - dice.whole(0, 3),
    );
    const damage_date = dayBefore(now, daysAgo);
    const hired = drivers.filter(({ hireDate }) => hireDate < damage_date);
    if (hired.length === 0) return [];
    const driver = dice.one(hired);
    const [text, least, most] = dice.one(mishaps);
    return {
      username: driver.username,
      driver_name: `${driver.firstName} ${driver.lastName}`,
      damage_date,
      // Small ones are more frequent; bills seldom end in round dollars.
      amount_cents: Math.round((least + (most - least) * dice.fraction() ** 2) * 100),
      damage_description: text
        .replace('{car}', dice.one(cars))
        .replace('{place}', dice.one(places)),
      // Written down in the evening of that day.
      created_at: instantBefore(now, daysAgo, dice.whole(17 * 60, 19 * 60)),
    };
  });
}
