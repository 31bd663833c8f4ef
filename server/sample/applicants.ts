/** What somebody did so far: decides the work experience, the licenses and the words of the resume. */
export type Trade = 'driver' | 'technician' | 'yard' | 'office' | 'numbers';

/** First name, middle initial, last name, place with ZIP, trade, slug of the job or a job that is gone, days ago. */
export type Applicant = readonly [string, string, string, string, Trade, string | null, number];

/** The job that was open before: its applications have its name only. */
export const pastPositions: Readonly<Record<string, string>> = {
  'past-driver': 'Car Haul Driver, Local (CDL-A)',
  'past-clerk': 'Title and Registration Clerk',
  'past-parts': 'Parts Room Attendant',
};

export const applicants: readonly Applicant[] = [
  ['Darnell', 'T', 'Whitaker', 'Joliet, IL 60435', 'driver', 'regional', 0.2],
  ['Brenda', 'K', 'Olszewski', 'Lockport, IL 60441', 'numbers', 'accountant', 1],
  ['Miguel', 'A', 'Núñez', 'Aurora, IL 60505', 'driver', 'regional', 1],
  ['Caleb', 'J', 'Thorson', 'Council Bluffs, IA 51501', 'office', 'trainee', 2],
  ['Travis', 'R', 'McKinney', 'Kankakee, IL 60901', 'technician', 'tires', 3],
  ['Sophia', 'L', 'Hernández', 'Bolingbrook, IL 60440', 'numbers', 'accountant', 4],
  ['Patrick', 'S', "O'Brien", 'New Lenox, IL 60451', 'driver', 'otr', 5],
  ['Jolene', 'M', 'Fischer', 'Bellevue, NE 68005', 'driver', 'otr', 7],
  ['DeShawn', 'N/A', 'Carter', 'Gary, IN 46402', 'yard', 'yard', 8],
  ['Kayla', 'B', 'Jorgensen', 'Moline, IL 61265', 'yard', 'auction', 9],
  ['Ahmed', 'N/A', 'El-Sayed', 'Bridgeview, IL 60455', 'technician', 'diesel', 10],
  ['Randy', 'W', 'Stockdale', 'Ottawa, IL 61350', 'driver', 'regional', 11],
  ['Priscilla', 'J', 'Moreau', 'Davenport, IA 52806', 'yard', 'auction', 12],
  ['Nathan', 'E', 'Kowalski', 'Tinley Park, IL 60477', 'office', 'dispatcher', 13],
  ['Olivia', 'R', 'Chen', 'Omaha, NE 68137', 'numbers', 'analyst', 15],
  ['Duane', 'H', 'Petersen', 'Fremont, NE 68025', 'technician', 'hydraulics', 16],
  ['Tamika', 'S', 'Rollins', 'Joliet, IL 60432', 'numbers', 'billing', 17],
  ['Jesús', 'M', 'Ortega', 'Cicero, IL 60804', 'driver', 'regional', 18],
  ['Amber', 'D', 'Smith-Kowalski', 'Plainfield, IL 60544', 'numbers', 'billing', 19],
  ['Greg', 'P', 'Vandenberg', 'Papillion, NE 68046', 'office', 'planner', 21],
  ['Luther', 'C', 'Grady', 'Hammond, IN 46320', 'driver', 'otr', 22],
  ['Bogdan', 'N/A', 'Petrescu', 'Des Plaines, IL 60016', 'driver', 'otr', 24],
  ['Shawna', 'L', 'Whitehorse', 'Norfolk, NE 68701', 'technician', 'hydraulics', 26],
  ['Ricky', 'D', 'Sandoval', 'Romeoville, IL 60446', 'yard', 'yard', 28],
  ['Eleanor', 'G', 'Haas', 'Morris, IL 60450', 'office', 'safety', 30],
  ['Marcus', 'J', 'Bell', 'Merrillville, IN 46410', 'driver', 'regional', 32],
  ['Zofia', 'N/A', 'Wiśniewska', 'Niles, IL 60714', 'office', 'safety', 34],
  ['Cody', 'R', 'Lundgren', 'Streator, IL 61364', 'technician', 'diesel', 35],
  ['Vanessa', 'I', 'Peña', 'Shorewood, IL 60404', 'office', 'dispatcher', 38],
  ['Tyrone', 'K', 'Jefferson', 'Matteson, IL 60443', 'driver', 'otr', 41],
  ['Hank', 'L', 'Dombrowski', 'Beatrice, NE 68310', 'driver', 'otr', 44],
  ['Isaac', 'V', 'Yoder', 'Goshen, IN 46526', 'technician', 'diesel', 45],
  ['Renée', 'C', 'Baptiste', 'Country Club Hills, IL 60478', 'driver', 'regional', 48],
  ['Scott', 'A', 'Haugen', 'Beloit, WI 53511', 'driver', 'regional', 53],
  ['Alicia', 'F', 'Monroe', 'Dixon, IL 61021', 'driver', null, 57],
  ['Walter', 'J', 'Kruger', 'Peru, IL 61354', 'driver', 'past-driver', 61],
  ['Nadia', 'N/A', 'Haddad', 'Orland Park, IL 60462', 'numbers', 'past-clerk', 68],
  ["D'Andre", 'L', 'Simmons', 'Harvey, IL 60426', 'driver', 'past-driver', 74],
  ['Peter', 'M', 'Nguyen', 'Lincoln, NE 68510', 'technician', null, 81],
  ['Carol', 'A', 'Brandt', 'Wilmington, IL 60481', 'yard', 'past-parts', 89],
];
