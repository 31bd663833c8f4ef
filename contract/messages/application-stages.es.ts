/** What the office reads about hiring stays English. */
export const stageMails = {
  reviewed: {
    subject: 'Estamos leyendo su solicitud',
    text: (job: string) => [
      `Gracias por enviar su solicitud para ${job}. La estamos leyendo. Le llamaremos para decirle el siguiente paso.`,
    ],
  },
  interview: {
    subject: 'Queremos hablar con usted',
    text: (job: string) => [
      `Gracias por enviar su solicitud para ${job}. Queremos hablar con usted. Le llamaremos para acordar el día y la hora. También puede llamarnos.`,
    ],
  },
  offer: {
    subject: 'Queremos que trabaje con nosotros',
    text: (job: string) => [
      `Queremos ofrecerle ${job}. Le llamaremos para explicarle todo y responder sus preguntas.`,
    ],
  },
  declined: {
    subject: 'Sobre su solicitud',
    text: (job: string) => [
      `Gracias por enviar su solicitud para ${job}. Lo sentimos: esta vez no podemos ofrecerle trabajo.`,
      'Puede enviar otra solicitud cuando publiquemos otro empleo.',
    ],
  },
  withdrawn: {
    subject: 'Su solicitud quedó retirada',
    text: (job: string) => [
      `Su solicitud para ${job} quedó retirada. Ya no le llamaremos por ella. Puede enviar otra cuando quiera.`,
    ],
  },
};
