import type { Trade } from './applicants.ts';

export interface TradeWords {
  employers: readonly string[];
  titles: readonly string[];
  /** What was done there, one sentence each. */
  duties: readonly string[];
  summaries: readonly string[];
  skills: readonly string[];
}

/** What resumes and work experience are made of; every employer is invented. */
export const trades: Readonly<Record<Trade, TradeWords>> = {
  driver: {
    employers: [
      'Sauk Valley Freight',
      'Blackhawk Auto Carriers',
      'Great Plains Car Haul',
      'Tri-Lakes Flatbed',
      'Calumet Steel Haulers',
      'Redbud Transport',
      'Iroquois Grain Lines',
    ],
    titles: [
      'Car Haul Driver',
      'Regional Driver, CDL-A',
      'Flatbed Driver',
      'Over-the-Road Driver',
      'Local Delivery Driver',
    ],
    duties: [
      'Ran 2,100 miles a week through Illinois, Iowa and Wisconsin without a preventable accident.',
      'Loaded and unloaded nine-car stinger trailers at auctions and rail ramps.',
      'Kept electronic logs legal through four roadside inspections, all clean.',
      'Secured coils and machinery with chains and tarps, checked every 150 miles.',
      'Trained two new drivers in backing, strapping and condition reports.',
      'Delivered to dealers before opening, with photos of every unit.',
    ],
    summaries: [
      'CDL-A driver with clean record and patience for tight lots.',
      'Dependable driver who likes the loading as much as the road.',
      'Experienced with high-value freight, looking for a home-town carrier.',
    ],
    skills: [
      'Electronic logs',
      'Soft-tie securement',
      '10- and 13-speed manual',
      'Winching of non-runners',
      'Condition reports',
      'Winter driving',
    ],
  },
  technician: {
    employers: [
      'Kankakee Diesel Service',
      'Platte River Truck & Trailer',
      'Hennepin Farm Equipment',
      'South Suburban Fleet Repair',
      'Elkhorn Hydraulics',
      'Route 6 Tire',
    ],
    titles: [
      'Diesel Technician',
      'Trailer Mechanic',
      'Service Technician',
      'Hydraulics Mechanic',
      'Tire Technician',
    ],
    duties: [
      'Diagnosed engine and aftertreatment faults on heavy trucks of three makes.',
      'Rebuilt cylinders and valve blocks on dump trailers and loaders.',
      'Did about six preventive services a day by the sheet.',
      'Welded ramps, skids and brackets in steel and aluminum.',
      'Took road calls every third week with the service truck.',
      'Brought repeat repairs down by writing down causes, not parts.',
    ],
    summaries: [
      'Technician who finds the cause before changing the part.',
      'Hands-on mechanic with heavy truck and trailer experience.',
      'Grew up on a farm, learned hydraulics there, certified since.',
    ],
    skills: [
      'Air brakes',
      'Wiring diagrams',
      'MIG welding',
      'Annual inspections',
      'Hydraulic test benches',
      'Scan tools',
    ],
  },
  yard: {
    employers: [
      'Illiana Auto Auction',
      'Midway Rental Returns',
      'Rock Island Vehicle Storage',
      'Quad Cities Used Cars',
      'Chicago Southland Parking',
    ],
    titles: ['Lot Attendant', 'Yard Driver', 'Lane Clerk', 'Lot Supervisor', 'Parts Runner'],
    duties: [
      'Parked, staged and counted three hundred vehicles a shift.',
      'Led five lot attendants on sale days.',
      'Scanned VINs and photographed condition for buyers.',
      'Kept keys for 900 units in order; none lost in a year.',
      'Jump-started and moved cars through the winter.',
    ],
    summaries: [
      'Reliable on the lot in any weather, with every kind of car.',
      'Organized yard worker who knows where each key is.',
    ],
    skills: [
      'VIN scanning',
      'Manual transmission',
      'Key control',
      'Condition photos',
      'Crew leading',
    ],
  },
  office: {
    employers: [
      'Fox River Logistics',
      'Midstate Brokerage',
      'Papio Warehouse Group',
      'DuPage Safety Partners',
      'Ames Building Supply',
    ],
    titles: [
      'Dispatcher',
      'Load Planner',
      'Safety Assistant',
      'Logistics Clerk',
      'Customer Service Representative',
    ],
    duties: [
      'Dispatched twenty-two drivers over two shifts.',
      'Built loads for twelve outbound doors and cut empty miles by a tenth.',
      'Kept driver files and medical cards current for ninety drivers.',
      'Answered sixty customer calls a day and followed up on each.',
      'Prepared the papers of a compliance review that ended without findings.',
    ],
    summaries: [
      'Calm coordinator with a feel for time and people.',
      'Logistics all-rounder who likes a full board and a clear plan.',
    ],
    skills: [
      'Transport management systems',
      'Hours of service rules',
      'Spreadsheets',
      'Spanish, conversational',
      'Driver files',
    ],
  },
  numbers: {
    employers: [
      'Will County Credit Union',
      'Great Lakes Freight Audit',
      'Bartlett & Haas CPAs',
      'Elkhorn Valley Insurance',
      'Heritage Building Materials',
    ],
    titles: [
      'Billing Clerk',
      'Accounts Receivable Specialist',
      'Staff Accountant',
      'Data Analyst',
      'Accounting Assistant',
    ],
    duties: [
      'Billed 150 loads a day with a return rate under one percent.',
      'Reconciled fuel cards, tolls and driver settlements each week.',
      'Collected overdue accounts and brought the average down to 34 days.',
      'Built monthly reports on cost per mile for six branches.',
      'Helped to close the month in four working days.',
    ],
    summaries: [
      'Accurate with numbers, plain in words.',
      'Accounting professional from the transport trade.',
    ],
    skills: [
      'SQL',
      'Pivot tables',
      'IFTA returns',
      'Collections',
      'Month-end closing',
      'Invoice matching',
    ],
  },
};

export const schools = [
  'Prairie Ridge High School',
  'Lincoln Trail High School',
  'Des Plaines Valley Community College',
  'Platte Valley Technical College',
  'Kishwaukee River Community College',
  'Old Capital High School',
] as const;

/** First name, last name, how they know the applicant. */
export const referees = [
  ['Janice', 'Holmgren', 'Former supervisor'],
  ['Robert', 'Tanaka', 'Former dispatcher'],
  ['Maureen', 'Gallagher', 'Shift lead'],
  ['Stan', 'Wojciechowski', 'Owner of former employer'],
  ['Keisha', 'Barnes', 'Coworker'],
  ['Dale', 'Ostergaard', 'Neighbor of fifteen years'],
  ['Lupe', 'Cervantes', 'Former trainer'],
  ['Father Joe', 'Kessler', 'Parish priest'],
  ['Monica', 'Freeman', 'Safety manager'],
  ['Arnold', 'Becker', 'Shop foreman'],
  ['Christine', 'Delacroix', ''],
  ['Vern', 'Halvorson', 'Customer'],
] as const;
