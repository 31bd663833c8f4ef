/** The apps of a new driver, for signed-in people; apart, so that public pages do not carry them. */

export interface MobileApp {
  name: string;
  /** Its page in the app store. */
  url: string;
  /** What it is for, in one sentence. */
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
    about: 'Clock in at the yard or on the road, and see the week before it is paid.',
  },
  {
    name: 'Driver mentoring',
    url: 'https://apps.example.com/driver-mentoring',
    about: 'Your mentor, your first ninety days, and a short lesson for each of them.',
  },
  {
    name: 'Lock vault',
    url: 'https://apps.example.com/lock-vault',
    about: 'The codes of lot gates and key boxes, for the stops of today only.',
  },
];
