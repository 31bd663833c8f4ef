/** The look of what is pressed in the portal's header. */
export const headerPress =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-sm px-2 font-display text-sm font-semibold hover:bg-tar';
