/** What the PTO tracker's hours count, and over which period: part of the company profile. */
export const countedHours = {
  pto: {
    label: 'hours left to take, as of today',
    spanish: 'horas que le quedan por tomar, al día de hoy',
  },
  work: {
    label: 'all hours entered so far, added up week by week',
    spanish: 'todas las horas registradas hasta ahora, sumadas semana por semana',
  },
} as const;
