import { company } from './profile.ts';

const defaultCompanyInformation = `${company.name} is a ${company.generation} family business, founded in ${company.founded}. From ${company.address.city}, ${company.address.stateName} we run a fleet of ${company.fleetSize} ${company.product} for dealerships, auctions and fleets in all 48 lower states, with local pickup in the ${company.homeRegion} region.`;

const defaultBenefits = [
  'Medical, dental and vision insurance from the first of the month after 30 days',
  'Short- and long-term disability insurance, paid by the company',
  'Salary paid every Friday, with a yearly review',
  '401(k) with a company match of 4%',
  'Paid time off: two weeks in the first year, plus seven holidays',
].join('\n');

const defaultCulture = [
  'We keep our trucks and our word',
  'Safety comes before the schedule, and nobody is asked to run over hours',
  'Dispatch answers the phone, and knows your name',
  'We promote from the yard and the cab',
].join('\n');

/** The initial texts of a new job, to be edited for each job. */
export const jobTexts = {
  companyInformation: defaultCompanyInformation,
  descriptionOfBenefits: defaultBenefits,
  companyCulture: defaultCulture,
};
