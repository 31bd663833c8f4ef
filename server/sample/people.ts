import { company } from '#contract/company.ts';
import { dayBefore } from './calendar.ts';
import { Dice } from './dice.ts';

/** First name, last name, department, position, area code, months since the hiring. */
type Line = readonly [string, string, string, string, string, number];

const admins: readonly Line[] = [
  ['Patrice', 'Nowak', 'Fleet Management', 'Director of Safety', '815', 171],
  ['Joy', 'Feldman', 'Operations', 'HR Generalist', '815', 64],
  ['Ron', 'Kestrel', 'Logistics', 'Dispatch Manager', '815', 312],
];

const employees: readonly Line[] = [
  ['Luis', 'Camarena', 'Operations', 'Driver Recruiter', '815', 41],
  ['Marisol', 'Vega', 'Logistics', 'Lead Dispatcher, Days', '815', 98],
  ['Terrence', 'Boyd', 'Logistics', 'Dispatcher, Nights', '815', 53],
  ['Annika', 'Lund', 'Logistics', 'Auction Desk', '815', 29],
  ['Denise', 'Kowalczyk', 'Finance', 'Accounts Receivable Manager', '815', 139],
  ['Samir', 'Haddad', 'Finance', 'Billing Specialist', '815', 22],
  ['Curtis', 'Wahl', 'Operations', 'Hub Manager', '402', 117],
  ['Bethany', 'Sorensen', 'Logistics', 'Hub Dispatcher', '402', 36],
  ['Emil', 'Novotny', 'Vehicle Maintenance', 'Shop Foreman', '402', 152],
  ['Kevin', "O'Brien", 'Operations', 'Car Haul Driver', '815', 87],
  ['Rosa', 'Núñez', 'Operations', 'Car Haul Driver', '708', 33],
  ['Megan', 'Smith-Kowalski', 'Fleet Management', 'Fleet Data Analyst', '630', 18],
  ['Darrell', 'Hutchins', 'Operations', 'Car Haul Driver', '219', 205],
  ['Tomasz', 'Wójcik', 'Vehicle Maintenance', 'Diesel Technician', '708', 46],
  ['Latoya', 'Briggs', 'Operations', 'Car Haul Driver, Regional', '773', 27],
  ['Wayne', 'Amundson', 'Operations', 'Driver Trainer', '515', 244],
  ['Héctor', 'Peña', 'Vehicle Maintenance', 'Trailer Hydraulics Technician', '402', 59],
  ['Shannon', "D'Amico", 'Finance', 'Payroll Accountant', '815', 74],
  ['Jamal', 'Whitfield', 'Operations', 'Yard Lead, Nights', '815', 15],
  ['Greta', 'Lindqvist', 'Operations', 'Car Haul Driver', '651', 12],
  ['Paul', 'Van der Meer', 'Vehicle Maintenance', 'Tire and Service Technician', '616', 8],
  ['Chong', 'Vang', 'Operations', 'Car Haul Driver, Over the Road', '414', 51],
  ['Brooke', 'Tillman', 'Fleet Management', 'Safety Coordinator', '317', 5],
  ['Dwight', 'McAllister', 'Operations', 'Car Haul Driver', '563', 190],
];

export interface SamplePerson {
  username: string;
  email: string;
  phone: string;
  role: 'admin' | 'employee';
  firstName: string;
  lastName: string;
  department: string;
  position: string;
  hireDate: string;
  payrollNumber: string;
  /** Hundredths of an hour. */
  ptoHundredths: number;
  workHundredths: number;
}

/** Whether the person is paid by the load. */
export function isDriver({ position }: SamplePerson): boolean {
  return /\bDriver\b(?! Recruiter)/.test(position);
}

/** Letters alone, without accents: `Núñez` is `nunez`. */
export function plainLetters(name: string): string {
  return name
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** The staff with their accounts, 3 admins first. */
export function samplePeople(now: Date): SamplePerson[] {
  const dice = new Dice('people');
  const domain = company.email.split('@')[1] ?? 'example.com';
  const person = (role: SamplePerson['role'], line: Line, index: number): SamplePerson => {
    const [firstName, lastName, department, position, areaCode, months] = line;
    const name = `${plainLetters(firstName)}.${plainLetters(lastName)}`;
    // Accrued by the quarter hour; who has been here longer has more.
    const pto = dice.whole(16, Math.min(640, 120 + months * 4)) * 25;
    return {
      username: name,
      email: `${name}@${domain}`,
      phone: dice.phone(areaCode),
      role,
      firstName,
      lastName,
      department,
      position,
      hireDate: dayBefore(now, Math.round(months * 30.44) + dice.whole(0, 20)),
      // With gaps, as people have come and gone.
      payrollNumber: String((role === 'admin' ? 4101 : 4203) + index * 37),
      ptoHundredths: pto,
      workHundredths: dice.whole(480, 3_200) * 25,
    };
  };
  return [
    ...admins.map((line, index) => person('admin', line, index)),
    ...employees.map((line, index) => person('employee', line, index)),
  ];
}
