/** The menu of the public site, in order. */
export const navLinks = [
  { to: '/', label: 'Home' },
  { to: '/inquiry', label: 'Inquiry' },
  { to: '/careers', label: 'Careers' },
  { to: '/about', label: 'About Us' },
] as const;

export const portalLink = { to: '/portal', label: 'Employee Portal' } as const;
