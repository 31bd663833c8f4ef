/** The apps for new hires: part of the company profile, in its own file so that public pages don't load it. */

export interface MobileApp {
  name: string;
  /** URL in the app store. */
  url: string;
  about: string;
  spanish: { name: string; about: string };
}

export const mobileApps: readonly MobileApp[] = [
  {
    name: 'Load management',
    url: 'https://apps.example.com/load-management',
    about: 'Your loads, the pickup and drop of each car, and its photos at both ends.',
    spanish: {
      name: 'Manejo de cargas',
      about: 'Sus cargas, la recogida y la entrega de cada carro, y sus fotos en los dos lugares.',
    },
  },
  {
    name: 'Time tracking',
    url: 'https://apps.example.com/time-tracking',
    about: 'Clock in at the yard or on the road, and review your week before payday.',
    spanish: {
      name: 'Registro de horas',
      about:
        'Marque su entrada en el patio o en la ruta, y revise su semana antes del día de pago.',
    },
  },
  {
    name: 'Driver mentoring',
    url: 'https://apps.example.com/driver-mentoring',
    about: 'Your mentor, and a short lesson for each of your first 90 days.',
    spanish: {
      name: 'Mentor para choferes',
      about: 'Su mentor, y una lección corta para cada uno de sus primeros 90 días.',
    },
  },
  {
    name: 'Lock vault',
    url: 'https://apps.example.com/lock-vault',
    about: "Codes of lot gates and key boxes for today's stops.",
    spanish: {
      name: 'Caja de claves',
      about: 'Claves de los portones y de las cajas de llaves para las paradas de hoy.',
    },
  },
];
