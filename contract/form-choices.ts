/** What the public forms offer and how much they take. Apart from the schemas, which a form loads when it is used. */
export const vehicleTypes = ['car', 'truck', 'van'] as const;
export const vehicleConditions = ['new', 'used', 'salvaged'] as const;
export const spanishChoices = {
  car: 'Auto',
  truck: 'Camioneta o camión',
  van: 'Van',
  new: 'Nuevo',
  used: 'Usado',
  salvaged: 'De salvamento',
} as const;

/** What a truck does at a stop. */
export const stopKinds = ['pickup', 'delivery'] as const;

/** The field of an inquiry that people never see: only bots fill it in. */
export const honeypotField = 'fax_number';

/** The hidden field of a form that browsers without scripts post: random in each page, so that a form sent twice is stored once. */
export const formKeyField = 'form_key';

export const genders = ['Male', 'Female', 'Decline'] as const;
export const races = [
  'American Indian or Alaska Native',
  'Asian',
  'Black or African American',
  'Hispanic or Latino',
  'Native Hawaiian or Other Pacific Islander',
  'White',
  'Two or more races',
  'Decline to self-identify',
] as const;

export const resumeMaxBytes = 10 * 1024 * 1024;

/** The longest quote of a testimonial that fits on a slide, in characters. */
export const maxQuoteLength = 400;
