import type { ReactNode } from 'react';

/** What each error shows beside its text. The portal replaces it; public pages load no code for it. */
export const errorExtra: { draw: () => ReactNode } = { draw: () => null };
