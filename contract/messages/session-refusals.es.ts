import { company } from '../company/profile.ts';

export const sessionRefusals = {
  loginInvalid: 'Usuario o contraseña incorrectos',
  loginFailed: 'Ocurrió un error al iniciar sesión.',
  loginRequired: 'El usuario y la contraseña son obligatorios.',
  needLogin: 'Debe iniciar sesión.',
  ended: {
    account_closed: `Esta cuenta se cerró. Llame a la oficina al ${company.phones.general.number}.`,
    credentials_changed: 'La contraseña o el rol de esta cuenta cambió.',
  },
};
