import type { Sheet } from './sheet.ts';

type Text = Omit<Sheet, 'written'>;

const section = (heading: string, ...lines: string[]) => ({ heading, lines });

/** Training sheets of the safety desk. */
export const trainingTexts = {
  winter: {
    title: 'Winter driving: the first hour',
    under: 'Safety sheet for everybody who drives, November to April',
    sections: [
      section(
        'Before you roll',
        'Clear every roof on the top deck: ice that falls off is our damage and our fine.',
        'Drain the air tanks. Wipe the deck posts where wheel straps lie.',
        'Chains and the winter kit are on board; sign for them in the shop.',
      ),
      section(
        'On the road',
        'Below 35 degrees a bridge is ice until it has proved otherwise.',
        'A loaded nine-car trailer needs twice the distance. Give it three times.',
        'When two others have parked, park too. Nobody here is ever blamed for waiting.',
      ),
      section('Call', 'Dispatch nights, extension 12. Tell them the mile marker first.'),
    ],
  },
  tieDowns: {
    title: 'Nine-car tie-down guide',
    under: 'Second edition: soft ties on all four wheels, also on the head rack',
    sections: [
      section(
        'Every wheel',
        'Three-point wheel straps, ratchet outward, tail tucked in and tied.',
        'No hooks in suspension slots, no chains on customers’ cars.',
        'Electric vehicles: low tension first, then again after ten miles.',
      ),
      section(
        'Head rack and upper deck',
        'Highest point under 13 feet 6 inches, measured with the stick, not by eye.',
        'Two people when the deck is lowered. One of them only watches.',
      ),
      section('Check again', 'After 10 miles, after 50, and at every stop. Write the time down.'),
    ],
  },
  tieDownsBefore: {
    title: 'Nine-car tie-down guide',
    under: 'First edition',
    sections: [
      section('Every wheel', 'Wheel straps on the outer wheels, ratchet outward.'),
      section('Check again', 'After 50 miles and at every stop.'),
    ],
  },
  hours: {
    title: 'Hours of service: what we ask of you',
    under: 'Read it, then confirm it in the portal. The office keeps the confirmation.',
    sections: [
      section(
        'The clock',
        'Eleven hours of driving after ten hours off. The fourteen-hour window does not stop for loading.',
        'Thirty minutes of break before the eighth hour of driving is over.',
      ),
      section(
        'Your log',
        'Personal conveyance is for getting home, never for getting closer to a pickup.',
        'Edits need a note with the reason. Certify the day before you sleep.',
      ),
      section('If a load does not fit', 'Say no and call dispatch. We move the appointment.'),
    ],
  },
  yard: {
    title: 'Yard rules, Joliet and Omaha',
    under: 'For everybody who sets foot in a yard',
    sections: [
      section(
        'On foot',
        'Vest, boots, and eyes on the reverse lights. 5 miles an hour, also for managers.',
        'Nobody walks behind a trailer whose deck moves.',
      ),
      section('Keys', 'Keys hang in the box of their row. A key in a pocket is a lost key.'),
    ],
  },
} satisfies Record<string, Text>;

/** Reports for the office, by what they are about; the month is put in front. */
export const reportTexts = {
  onTime: {
    title: 'On-time performance',
    under: 'Pickups and deliveries within the window that was promised',
    sections: [
      section('Pickups', 'Joliet 96.1 %, Omaha 94.7 %, partners 91.3 %.'),
      section(
        'Deliveries',
        'Dealers 97.4 %, auctions 93.0 %, rental lots 95.8 %.',
        'Late ones: weather 14, shop 6, hours of service 9, customer not there 11.',
      ),
    ],
  },
  fuel: {
    title: 'Fuel by tractor',
    under: 'Miles per gallon, loaded and empty together',
    sections: [
      section(
        'Best',
        'Tractor 31: 6.4. Tractor 12: 6.2. Tractor 58: 6.2.',
        'Who idles least also ranks first; the order is nearly the same.',
      ),
      section('To look at', 'Tractor 07: 4.6. It is in the shop for its injectors.'),
    ],
  },
  claims: {
    title: 'Damage claims',
    under: 'What was claimed, what was paid, and where it happened',
    sections: [
      section('Where', 'Loading 41 %, road 22 %, unloading 29 %, yard 8 %.'),
      section('What helps', 'Race ramps for low cars; a second person when decks move.'),
    ],
  },
} satisfies Record<string, Text>;

/** Forms that employees fill in and send back. */
export const formTexts = {
  withholding: {
    title: 'Form W-4, employee’s withholding certificate',
    under:
      'Our copy of the federal form. Fill in steps 1 and 5; steps 2 to 4 only where they apply.',
    sections: [
      section('Step 1', 'Name, address, social security number, filing status'),
      section('Steps 2 to 4', 'Several jobs, dependents, other adjustments'),
      section('Step 5', 'Sign and date. The form is not valid unless you sign it.'),
    ],
    signed: null,
  },
  deposit: {
    title: 'Direct deposit authorization',
    under: 'Your pay on your account each Friday. Add a voided check as second page.',
    sections: [
      section('Bank', 'Name of the bank, routing number, account number, checking or savings'),
      section(
        'I authorize',
        'Kestrel Auto Transport to deposit my pay until I revoke this in writing.',
      ),
    ],
    signed: null,
  },
  medical: {
    title: 'Medical examiner’s certificate',
    under: 'Send a copy of your present card, both sides on one page',
    sections: [
      section('Why', 'The driver file must hold a card that is valid on every day that you drive.'),
      section('When', 'Two weeks before the old one runs out, and after each examination.'),
    ],
    signed: null,
  },
} satisfies Record<string, Text>;
