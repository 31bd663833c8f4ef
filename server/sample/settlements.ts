import { dayBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import { isDriver, plainLetters, type SamplePerson } from './people.ts';
import type { Sheet } from './sheet.ts';

export interface SampleSettlement {
  driver: SamplePerson;
  /** How many days ago it was put up, on a Friday. */
  daysAgo: number;
  fileName: string;
  sheet: Sheet;
}

const weeks = 5;
const routes = [
  ['Joliet, IL to Peoria, IL', 148],
  ['Chicago Heights, IL to Davenport, IA', 181],
  ['Joliet, IL to Milwaukee, WI', 131],
  ['Omaha, NE to Lincoln, NE', 58],
  ['Joliet, IL to Indianapolis, IN', 189],
  ['Davenport, IA to Omaha, NE', 297],
  ['Elgin, IL to Madison, WI', 112],
  ['Joliet, IL to Omaha, NE', 452],
] as const;

const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

function settlement(now: Date, driver: SamplePerson, daysAgo: number): SampleSettlement {
  const day = dayBefore(now, daysAgo);
  const dice = new Dice(`settlement of ${driver.username} ${daysAgo}`);
  const loads = dice.some(routes, dice.whole(4, 6)).map(([route, miles]) => {
    const cars = dice.whole(7, 9);
    const what = `Load ${dice.signs('123456789', 5)}: ${route}, ${cars} cars, ${miles} miles`;
    return { what, cents: miles * cars * dice.whole(19, 24) };
  });
  const taken = [
    { what: 'Fuel card advance', cents: -dice.whole(40, 180) * 100 },
    { what: 'Health plan, employee share', cents: -4_250 },
  ];
  const all = [...loads, ...taken];
  const total = all.reduce((sum, { cents }) => sum + cents, 0);
  const name = `${driver.firstName} ${driver.lastName}`;
  return {
    driver,
    daysAgo,
    fileName: `Settlement ${day} ${plainLetters(driver.lastName)}.pdf`,
    sheet: {
      title: `Settlement of ${name}`,
      under: `Week ending ${day}. Payroll number ${driver.payrollNumber}`,
      sections: [],
      amounts: [
        ...all.map(({ what, cents }) => [what, dollars(cents)] as const),
        ['Total', dollars(total)],
      ],
      written: new Date(`${day}T17:00:00Z`),
    },
  };
}

/** A settlement for each driver and each of the last Fridays, oldest first. */
export function sampleSettlements(now: Date, people: readonly SamplePerson[]): SampleSettlement[] {
  const weekday = new Date(`${dayBefore(now, 0)}T00:00:00Z`).getUTCDay();
  const lastFriday = ((weekday - 5 + 6) % 7) + 1;
  const fridays = Array.from({ length: weeks }, (_, week) => lastFriday + (weeks - 1 - week) * 7);
  const drivers = people.filter(isDriver);
  return fridays.flatMap((daysAgo) => drivers.map((driver) => settlement(now, driver, daysAgo)));
}
