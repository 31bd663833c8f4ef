/** What dealers check before they load: shown on the home page and beside the inquiry. All values are invented. */
export const authority = {
  usdot: '9990155',
  mc: '9990144',
  insurance: [
    { label: 'Auto liability', spanish: 'Responsabilidad civil', limit: '$1,000,000' },
    { label: 'Cargo, per load', spanish: 'Carga, por viaje', limit: '$750,000' },
  ],
} as const;

/** The carrier's record at the FMCSA. */
export const saferUrl = `https://safer.fmcsa.dot.gov/query.asp?searchtype=ANY&query_type=queryCarrierSnapshot&query_param=USDOT&query_string=${authority.usdot}`;
