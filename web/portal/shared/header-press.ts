/**
 * Classes of buttons and links in the portal's header. Icons have pixel sizes, so that all of them fit a phone with text at 200 %.
 */
export const headerPress =
  'inline-flex min-h-[44px] min-w-[44px] shrink-0 [&>svg]:size-[20px] [&>svg]:shrink-0 items-center justify-center gap-2 rounded-sm px-2 font-display text-sm font-semibold hover:bg-tar';
