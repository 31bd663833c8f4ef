/** Days ago, time of that day (for less than a day it is counted from now, without a time), who writes, what. */
export type Line = readonly [days: number, time: string, from: 'office' | 'staff', text: string];

/** What a message has with it. */
export type Enclosure = 'dent' | 'bill of lading';

export interface Talk {
  /** Which of the admins: 0 safety, 1 human resources, 2 dispatch. */
  office: 0 | 1 | 2;
  /** Username. */
  staff: string;
  lines: readonly Line[];
  /** With which line. */
  enclosed?: Readonly<Record<number, Enclosure>>;
  /** Of the last messages so many have not been read. */
  unread?: number;
}

export const talks: readonly Talk[] = [
  {
    office: 2,
    staff: 'kevin.obrien',
    lines: [
      [
        6,
        '06:48',
        'office',
        'Morning Kevin. Rail ramp in Chicago Heights first, nine units, gate opens 7:30.',
      ],
      [6, '06:55', 'staff', 'Copy. Same gate code as last week?'],
      [6, '06:57', 'office', 'New one: 4471#. North gate, the south one is closed for paving.'],
      [6, '13:20', 'staff', 'Loaded and strapped. Rolling to Peoria, ETA 16:10.'],
      [
        6,
        '16:24',
        'staff',
        'All nine dropped in Peoria, no exceptions. Signed paper is in the truck.',
      ],
      [6, '16:31', 'office', 'Great, thank you. Drive safe.'],
      [
        1,
        '07:02',
        'office',
        'Two Tahoes and a Camry at the auction in Davenport tomorrow. Can you take them after Elgin?',
      ],
      [1, '07:40', 'staff', 'Can do. Elgin is done by noon.'],
      [0.18, '', 'staff', 'Elgin unloaded, here is the paper.'],
      [0.17, '', 'office', 'Got it. Ask for Dana at the Davenport desk, lot 14.'],
      [0.02, '', 'office', 'Heads up: I-80 is down to one lane at Utica until 18:00. Take 34.'],
    ],
    enclosed: { 8: 'bill of lading' },
    unread: 1,
  },
  {
    office: 0,
    staff: 'kevin.obrien',
    lines: [
      [
        3,
        '09:15',
        'office',
        'Kevin, your medical card runs out at the end of next month. Please book the exam now.',
      ],
      [3, '11:02', 'staff', 'Booked for the 12th at the clinic in Joliet.'],
      [3, '11:05', 'office', 'Perfect. Bring the new card by or send a photo here.'],
      [
        0.04,
        '',
        'staff',
        'Found a dent in the left front door of the white Camry while loading. It was there before me, see the photo.',
      ],
      [0.03, '', 'staff', 'Written on the bill of lading too, the gate clerk signed it.'],
    ],
    enclosed: { 3: 'dent' },
    unread: 2,
  },
  {
    office: 1,
    staff: 'kevin.obrien',
    lines: [
      [
        9,
        '10:30',
        'office',
        'Hi Kevin, Form W-4 came back: step 5 is not signed. Can you send it again?',
      ],
      [9, '18:12', 'staff', 'Sorry, will do this weekend.'],
      [2, '08:50', 'office', 'Just a reminder about the W-4. Payroll closes Thursday.'],
    ],
    unread: 1,
  },
  {
    office: 2,
    staff: 'rosa.nunez',
    lines: [
      [2, '05:58', 'staff', 'Truck 118 will not build air. Sitting at 60 psi.'],
      [2, '06:01', 'office', 'Do not move it. Tomasz is on his way from the shop.'],
      [2, '06:44', 'staff', 'He found it, a cracked line at the governor. 30 minutes.'],
      [2, '06:45', 'office', 'OK. I moved your first pickup to 8:30.'],
      [2, '07:19', 'staff', 'Rolling.'],
      [0.3, '', 'office', 'Can you do the airport run on Saturday? Six units, half a day.'],
      [0.29, '', 'staff', 'Yes, if I am home by two. My daughter has her recital.'],
      [0.28, '', 'office', 'You will be. Thank you, Rosa.'],
    ],
  },
  {
    office: 0,
    staff: 'rosa.nunez',
    lines: [
      [5, '14:20', 'staff', 'DOT stopped me in La Salle, level 2. No violations.'],
      [
        5,
        '14:26',
        'office',
        'Well done! Please hand in the report with your logs, there is a bonus for clean ones.',
      ],
      [0.09, '', 'staff', 'Two of my ratchets are worn. Are there new ones in Joliet?'],
    ],
    unread: 1,
  },
  {
    office: 2,
    staff: 'darrell.hutchins',
    lines: [
      [
        4,
        '12:11',
        'staff',
        'Dealer in Merrillville refuses the Equinox, VIN on paper ends 7719, on the car 7791.',
      ],
      [
        4,
        '12:15',
        'office',
        'Typing error on our side. The corrected paper is in your Reports, show them that.',
      ],
      [4, '12:32', 'staff', 'They took it. Thanks.'],
      [0.4, '', 'staff', 'Are we running Thanksgiving week?'],
      [0.38, '', 'office', 'Monday to Wednesday noon. Thursday and Friday off for everybody.'],
    ],
  },
  {
    office: 2,
    staff: 'latoya.briggs',
    lines: [
      [1, '15:05', 'office', 'How is the new trailer?'],
      [1, '15:31', 'staff', 'Deck 3 is slow going up, otherwise I love it.'],
      [1, '15:33', 'office', 'Héctor looks at it on Friday, leave it at the Omaha hub.'],
      [0.06, '', 'staff', 'At the hub now. Keys are in the box, number 7.'],
    ],
    unread: 1,
  },
  {
    office: 0,
    staff: 'latoya.briggs',
    lines: [
      [12, '08:30', 'office', 'Winter kits are in. Yours is labelled and waiting in Joliet.'],
      [11, '17:45', 'staff', 'Picked up, thank you!'],
    ],
  },
  {
    office: 2,
    staff: 'wayne.amundson',
    lines: [
      [7, '13:00', 'staff', 'Greta is ready to go alone. Backing and straps are both solid.'],
      [7, '13:12', 'office', 'That was quick. Solo from Monday then, short runs first.'],
      [0.5, '', 'office', 'Next trainee starts on the 1st. Same plan?'],
      [0.46, '', 'staff', 'Same plan. I need truck 104 for the two weeks.'],
    ],
  },
  {
    office: 2,
    staff: 'greta.lindqvist',
    lines: [
      [4, '18:20', 'staff', 'First solo run done. Nobody told me how quiet it is in here.'],
      [4, '18:24', 'office', 'Welcome to the club. Any trouble?'],
      [
        4,
        '18:27',
        'staff',
        'One gate with no code in the papers. Called the desk, they let me in.',
      ],
      [4, '18:30', 'office', 'I will add the code. Thanks for telling us.'],
    ],
  },
  {
    office: 1,
    staff: 'greta.lindqvist',
    lines: [
      [1, '11:10', 'staff', 'Is my PTO balance right? I think the training week is missing.'],
      [
        1,
        '13:42',
        'office',
        'You are right, it was booked as unpaid. Corrected, have a look at the PTO tracker.',
      ],
      [1, '13:50', 'staff', 'Looks good now, thank you.'],
    ],
  },
  {
    office: 2,
    staff: 'chong.vang',
    lines: [
      [1, '21:15', 'staff', 'Out of hours at mile 214, parking at the plaza. Rest until 7:15.'],
      [1, '21:18', 'office', 'Noted, I told Milwaukee you come at 10.'],
      [0.35, '', 'staff', 'Milwaukee done. Empty, where to?'],
      [0.34, '', 'office', 'Four units in Kenosha back to Joliet. Paper is with the desk.'],
      [0.05, '', 'staff', 'Only three are here. The desk says the Altima was sold yesterday.'],
    ],
    unread: 1,
  },
  {
    office: 0,
    staff: 'dwight.mcallister',
    lines: [
      [
        8,
        '16:00',
        'office',
        'Dwight, 20 years without an incident next week. The whole office is impressed.',
      ],
      [8, '19:25', 'staff', 'Do not jinx it.'],
      [
        0.12,
        '',
        'staff',
        'Scratched a mirror on a post in Bettendorf. So much for that. Photos come tonight.',
      ],
      [0.11, '', 'office', 'A mirror does not count in my book. Glad it is only that.'],
    ],
  },
  {
    office: 2,
    staff: 'tomasz.wojcik',
    lines: [
      [
        2,
        '07:25',
        'staff',
        '118 is fixed. The other trucks of that year have the same line, I would change them all.',
      ],
      [2, '07:31', 'office', 'Agreed. How long for each?'],
      [2, '07:33', 'staff', '40 minutes and a 12 dollar part.'],
      [2, '07:36', 'office', 'Then do one a night, please.'],
    ],
  },
  {
    office: 2,
    staff: 'jamal.whitfield',
    lines: [
      [0.6, '', 'staff', 'Yard is full. 46 units and the rail brings 20 more in the morning.'],
      [
        0.59,
        '',
        'office',
        'Row F behind the shop is free until Friday. I send Chong to take eight.',
      ],
    ],
  },
];
