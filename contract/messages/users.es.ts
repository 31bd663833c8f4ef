const calendarMoved =
  'Su calendario de días libres tiene una dirección nueva: si lo usa, suscríbase otra vez.';

export const users = {
  fetchFailed: null,
  deleteFailed: null,
  submitFailed: null,
  deleted: null,
  userUpdated: null,
  added: null,
  updated: null,
  userAdded: null,
  confirmDelete: null,
  halfAdded: null,
  halfUpdated: null,
  none: null,
  noMatch: null,
  confirmDiscard: null,
  lastAdmin: null,
  oneself: null,
  linkSent: null,
  didYouMean: null,
  savedAs: null,
  hoursHint: null,
  hoursWillRound: null,
  ownRole: null,
  ownRoleHint: null,
  confirmDemote: null,
  demoteMeans: null,
  employeeAdded: null,
  employeeUpdated: null,
  chooseEmployees: null,
  tooManyEmployees: null,
  withoutEmployee: null,
  departmentSet: null,
  departmentStale: null,
  departmentFailed: null,
  confirmDiscardDepartment: null,
  goneEmployees: null,
  alreadyLinked: null,
  unknownUser: 'No se encontró el usuario.',
  unknownEmployee: 'No se encontró el empleado.',
  notLinked:
    'Su cuenta todavía no tiene un registro de empleado. Pida a la oficina que lo agregue.',
};

export const signup = {
  created: '¡La cuenta se creó! Inicie sesión.',
  createFailed: 'No se pudo crear la cuenta. Inténtelo de nuevo.',
  usernameTaken: 'Este usuario ya está en uso.',
  emailTaken: 'Este correo electrónico ya está en uso.',
};

export const hours = {
  invalidToken: 'La sesión no es válida.',
  fetchEmployeesFailed: null,
  fetchOwnFailed: (reason: string) =>
    `No se pudieron cargar sus horas: ${reason}. Inténtelo de nuevo.`,
  unknownRole: 'Rol desconocido.',
  submitted: null,
  submitFailed: null,
  confirmSubmit: null,
  none: null,
  noMatch: null,
  decide: null,
  nothingChanged: null,
  notSaved: null,
  pending: null,
  ledgerNone: 'Todavía no hay cambios.',
  ledgerFailed: 'No se pudieron cargar los cambios. Inténtelo de nuevo.',
  changed: (
    changes: readonly { kind: 'pto' | 'work'; before: number; after: number }[],
    reason: string,
  ) => {
    const parts = changes.map(
      ({ kind, before, after }) =>
        `sus horas ${kind === 'pto' ? 'de PTO' : 'de trabajo'} cambiaron de ${before} a ${after}`,
    );
    const sentence = parts.join(' y ').replace(/^s/, 'S');
    return `${sentence}.${reason ? ` Motivo: ${reason}` : ''}`;
  },
};

export const passwords = {
  tooCommon:
    'Mucha gente usa esta contraseña. Elija una más larga, por ejemplo, cuatro palabras sin relación entre sí.',
  ownWord:
    'No use como contraseña un nombre, el usuario ni una palabra de la empresa. Elija una más larga, por ejemplo, cuatro palabras sin relación entre sí.',
  strength: {
    weak: 'Contraseña débil. Agregue una o dos palabras más.',
    fair: 'Contraseña regular. Con otra palabra es más segura.',
    good: 'Contraseña buena.',
    strong: 'Contraseña segura.',
  },
  breached:
    'Esta contraseña está en una lista de contraseñas robadas. Elija una que no use en ningún otro lugar.',
  changed:
    'Se cambió la contraseña. Se cerró la sesión en sus otros dispositivos, y su calendario de días libres tiene una dirección nueva.',
  oldWrong: 'La contraseña anterior no es correcta.',
  currentWrong: 'La contraseña actual no es correcta.',
  confirmFirst: 'Escriba su contraseña para continuar.',
  confirmed: 'Se confirmó la contraseña.',
  linkMade: null,
  linkBroken: 'Este enlace está incompleto. Copie el enlace completo.',
  linkDead: 'Este enlace ya se usó, se reemplazó o venció. Pida uno nuevo a la oficina.',
  linkFailed: null,
  linkCopied: null,
  nobodyChosen: null,
  linksSent: null,
  sendLinks: null,
  confirmLinks: null,
  linksMean: null,
  linksFailed: null,
  linkNotCopied: null,
  changeFailed: 'No se pudo cambiar la contraseña. Inténtelo de nuevo.',
  notTheSame: 'Las contraseñas nuevas no son iguales.',
  resetFailed: 'No se pudo guardar la contraseña. Inténtelo de nuevo.',
  reset: 'Su contraseña está lista. Inicie sesión.',
};

export const accountNotices = {
  subject: (company: string) => `Hubo un cambio en su cuenta del portal de ${company}`,
  intro: (username: string, company: string) =>
    `Hubo un cambio en su cuenta ${username} del portal de empleados de ${company}.`,
  you: 'Usted',
  office: 'La oficina',
  password: (by: string) => `${by} puso una contraseña nueva en su cuenta. ${calendarMoved}`,
  calendar: calendarMoved,
  link: (by: string) => `${by} creó un enlace para poner una contraseña nueva en su cuenta.`,
  role: (by: string, role: string) =>
    `${by} cambió su rol a ${role === 'admin' ? 'administrador' : 'empleado'}.`,
  email: (by: string, email: string) =>
    `${by} cambió el correo electrónico de su cuenta a ${email}.`,
  unexpected: (phone: string) => `Si no lo esperaba, llame a la oficina: ${phone}.`,
};

export const audit = {
  fetchFailed: null,
  none: null,
};
