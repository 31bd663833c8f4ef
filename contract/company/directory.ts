/** The company directory: part of the company profile, in its own file so that public pages don't load it. */
import { company } from './profile.ts';

export interface DirectoryMember {
  name: string;
  title: string;
  email: string;
  phone: string;
}

export const directory: {
  main: { mainLine: string; dispatch: string; email: string };
  sections: readonly { title: string; members: readonly DirectoryMember[] }[];
} = {
  main: {
    mainLine: company.phones.general.number,
    dispatch: company.dispatchPhone,
    email: company.email,
  },
  sections: [
    {
      title: 'Dispatch Department',
      members: [
        member('Ron Kestrel', 'Dispatch Manager', '815-555-0111'),
        member('Marisol Vega', 'Lead Dispatcher, Days', '815-555-0112'),
        member('Terrence Boyd', 'Dispatcher, Nights', '815-555-0113'),
        member('Annika Lund', 'Auction Desk', '815-555-0114'),
      ],
    },
    {
      title: 'Safety / HR',
      members: [
        member('Patrice Nowak', 'Director of Safety', '815-555-0131'),
        member('Luis Camarena', 'Driver Recruiter', '815-555-0132'),
        member('Joy Feldman', 'HR Generalist', '815-555-0133'),
      ],
    },
    {
      title: 'Accounts Receivable / Billing',
      members: [
        member('Denise Kowalczyk', 'Accounts Receivable Manager', '815-555-0141'),
        member('Samir Haddad', 'Billing Specialist', '815-555-0142'),
      ],
    },
    {
      title: `${company.hub.city} Hub`,
      members: [
        member('Curtis Wahl', 'Hub Manager', '402-555-0150'),
        member('Bethany Sorensen', 'Hub Dispatcher', '402-555-0151'),
        member('Emil Novotny', 'Shop Foreman', '402-555-0152'),
      ],
    },
  ],
};

function member(name: string, title: string, phone: string): DirectoryMember {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@${company.email.split('@')[1]}`;
  return { name, title, email, phone };
}
