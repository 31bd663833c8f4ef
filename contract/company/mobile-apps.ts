/** The apps for new hires: part of the company profile, in its own file so that public pages don't load it. */

export interface MobileApp {
  name: string;
  /** URL in the app store. */
  url: string;
  about: string;
}

export const mobileApps: readonly MobileApp[] = [
  {
    name: 'Load management',
    url: 'https://apps.example.com/load-management',
    about: 'Your loads, the pickup and drop of each car, and its photos at both ends.',
  },
  {
    name: 'Time tracking',
    url: 'https://apps.example.com/time-tracking',
    about: 'Clock in at the yard or on the road, and review your week before payday.',
  },
  {
    name: 'Driver mentoring',
    url: 'https://apps.example.com/driver-mentoring',
    about: 'Your mentor, and a short lesson for each of your first 90 days.',
  },
  {
    name: 'Lock vault',
    url: 'https://apps.example.com/lock-vault',
    about: "Codes of lot gates and key boxes for today's stops.",
  },
];
