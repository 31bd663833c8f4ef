import type { JobInput } from '#contract/careers.ts';
import { company } from '#contract/company.ts';

/** A job before its date is known; the lists are one line each. */
export interface SampleJob {
  /** What applications name it by. */
  slug: string;
  position: string;
  location: string;
  department: JobInput['department'];
  postedDaysAgo: number;
  role: string;
  responsibilities: readonly string[];
  skills: readonly string[];
  pay: string;
  benefits: readonly string[];
  culture: readonly string[];
}

export const companyInformation = `${company.name} is a ${company.generation} family company. Since ${company.founded} we have moved new and used vehicles for dealerships, auctions and businesses, ${company.carsPerLoad} at a time, with a fleet of ${company.fleetSize} ${company.product} out of ${company.address.city}, ${company.address.stateName} and our hub in ${company.hub.city}, ${company.hub.state}.`;

export const roadBenefits = [
  'Medical, dental and vision insurance from the first of the month after hire',
  'Short-term disability and life insurance, paid by the company',
  '401(k) with a 4% match after six months',
  'Two weeks of paid time off in the first year, three from the third',
  'Safety bonus each quarter, paid per claim-free load',
] as const;

export const officeBenefits = [
  'Medical, dental and vision insurance from the first of the month after hire',
  'Short-term disability and life insurance, paid by the company',
  '401(k) with a 4% match after six months',
  'Fifteen days of paid time off and eight holidays a year',
] as const;

export const shopBenefits = [
  ...officeBenefits,
  'Tool allowance of $1,200 a year and paid ASE tests',
] as const;

export const roadCulture = [
  'A dispatcher who knows your name, and answers',
  'Equipment that is fixed when you report it, not at the next inspection',
  'No load is worth a damaged car or a tired driver',
  'Owners who still ride along and ask what to change',
] as const;

export const officeCulture = [
  'Small teams, short meetings, decisions the same day',
  'Drivers first: if a form slows them down, we change the form',
  'People stay: the median is nine years',
  'Lunch on the company every Friday that the yard is clear by noon',
] as const;

export const shopCulture = [
  'You sign off your own work, and nobody sends out a truck over your signature',
  'Clean bays, good light, heated floor',
  'Ask early: a question costs nothing, a comeback costs a load',
  'Two foremen who came up through this shop',
] as const;
