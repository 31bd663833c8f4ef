import { company } from './profile.ts';

/** A city of the coverage map and of its text alternative. */
export interface LaneStop {
  city: string;
  state: string;
  /** Longitude and latitude in degrees. */
  at: readonly [number, number];
}

export interface Hub extends LaneStop {
  lanes: readonly LaneStop[];
}

const stop = (city: string, state: string, longitude: number, latitude: number): LaneStop => ({
  city,
  state,
  at: [longitude, latitude],
});

export const hubs: readonly Hub[] = [
  {
    ...stop(company.address.city, company.address.state, -88.08, 41.53),
    lanes: [
      stop('Minneapolis', 'MN', -93.27, 44.98),
      stop('Detroit', 'MI', -83.05, 42.33),
      stop('Buffalo', 'NY', -78.88, 42.89),
      stop('Boston', 'MA', -71.06, 42.36),
      stop('Newark', 'NJ', -74.17, 40.74),
      stop('Charlotte', 'NC', -80.84, 35.23),
      stop('Atlanta', 'GA', -84.39, 33.75),
      stop('Orlando', 'FL', -81.38, 28.54),
      stop('Nashville', 'TN', -86.78, 36.16),
      stop('Houston', 'TX', -95.37, 29.76),
    ],
  },
  {
    ...stop(company.hub.city, company.hub.stateCode, -95.94, 41.26),
    lanes: [
      stop('Fargo', 'ND', -96.79, 46.88),
      stop('Billings', 'MT', -108.5, 45.78),
      stop('Seattle', 'WA', -122.33, 47.61),
      stop('Salt Lake City', 'UT', -111.89, 40.76),
      stop('Reno', 'NV', -119.81, 39.53),
      stop('Los Angeles', 'CA', -118.24, 34.05),
      stop('Phoenix', 'AZ', -112.07, 33.45),
      stop('Denver', 'CO', -104.99, 39.74),
      stop('Dallas', 'TX', -96.8, 32.78),
    ],
  },
];
