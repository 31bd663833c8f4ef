/** The company directory: part of the company profile, in its own file so that public pages don't load it. */
import { company } from './profile.ts';

export interface DirectoryMember {
  name: string;
  title: string;
  /** The title in Spanish. */
  spanish: string;
  email: string;
  phone: string;
}

export const directory: {
  main: { mainLine: string; dispatch: string; email: string };
  sections: readonly { title: string; spanish: string; members: readonly DirectoryMember[] }[];
} = {
  main: {
    mainLine: company.phones.general.number,
    dispatch: company.dispatchPhone,
    email: company.email,
  },
  sections: [
    {
      title: 'Dispatch Department',
      spanish: 'Departamento de despacho',
      members: [
        member('Ron Kestrel', 'Dispatch Manager', 'Gerente de despacho', '815-555-0111'),
        member(
          'Marisol Vega',
          'Lead Dispatcher, Days',
          'Despachadora principal, día',
          '815-555-0112',
        ),
        member('Terrence Boyd', 'Dispatcher, Nights', 'Despachador, noche', '815-555-0113'),
        member('Annika Lund', 'Auction Desk', 'Subastas', '815-555-0114'),
      ],
    },
    {
      title: 'Safety / HR',
      spanish: 'Seguridad / RR. HH.',
      members: [
        member('Patrice Nowak', 'Director of Safety', 'Directora de seguridad', '815-555-0131'),
        member('Luis Camarena', 'Driver Recruiter', 'Reclutador de choferes', '815-555-0132'),
        member('Joy Feldman', 'HR Generalist', 'Recursos humanos', '815-555-0133'),
      ],
    },
    {
      title: 'Accounts Receivable / Billing',
      spanish: 'Cuentas por cobrar / Facturación',
      members: [
        member(
          'Denise Kowalczyk',
          'Accounts Receivable Manager',
          'Gerente de cuentas por cobrar',
          '815-555-0141',
        ),
        member('Samir Haddad', 'Billing Specialist', 'Especialista en facturación', '815-555-0142'),
      ],
    },
    {
      title: `${company.hub.city} Hub`,
      spanish: `Base de ${company.hub.city}`,
      members: [
        member('Curtis Wahl', 'Hub Manager', 'Gerente de la base', '402-555-0150'),
        member('Bethany Sorensen', 'Hub Dispatcher', 'Despachadora de la base', '402-555-0151'),
        member('Emil Novotny', 'Shop Foreman', 'Jefe de taller', '402-555-0152'),
      ],
    },
  ],
};

function member(name: string, title: string, spanish: string, phone: string): DirectoryMember {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@${company.email.split('@')[1]}`;
  return { name, title, spanish, email, phone };
}
