import type { ReactNode } from 'react';

/** What a message shows beside its text. The portal replaces it; public pages load no code for it. */
export const errorExtra: { draw: (tone: string) => ReactNode } = { draw: () => null };
