import { type Place, placesOf } from '#contract/rules/places.ts';

/** The schema.org places of a job. Call it in loaders only: the list of states would add to the page's script. */
export function jobPlaces(location: string): Record<string, unknown> | Record<string, unknown>[] {
  const [only, ...others] = placesOf(location).map(schemaOf);
  return only && others.length === 0 ? only : [only ?? {}, ...others];
}

function schemaOf({ city, state, street, zip }: Place): Record<string, unknown> {
  return {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: city,
      ...(state && { addressRegion: state }),
      ...(street && { streetAddress: street, postalCode: zip }),
      addressCountry: 'US',
    },
  };
}
