/** The Spanish of the privacy page and the terms. The English is binding: change it first. */
import type { PrivacyFacts } from '../privacy.ts';
import * as english from './legal.ts';
import { company } from './profile.ts';

const { name, phones, address } = company;
const contact = `Escríbanos, llame al ${phones.general.number} o mande una carta a ${name}, ${address.street}, ${address.city}, ${address.state} ${address.zip}.`;

const limit = (months: number | null, from: string) =>
  months === null
    ? 'mientras haga falta, hasta que lo eliminemos o usted nos lo pida'
    : `durante ${months} ${months === 1 ? 'mes' : 'meses'} ${from}; después se eliminan automáticamente`;

export function privacyNotice(facts: PrivacyFacts): english.LegalText {
  const { applications, inquiries, messages, submissions, audit_addresses, unsent_mail } =
    facts.retention;
  const { driver_files } = facts.retention;
  return {
    title: 'Privacidad',
    description: `Qué guarda ${name} cuando usted pide una cotización o envía una solicitud, por qué, cuánto tiempo, quién lo ve y cómo obtener una copia o hacer que se elimine.`,
    updated: english.privacyNotice(facts).updated,
    sections: [
      {
        title: 'Qué guardamos y por qué',
        paragraphs: [
          'Cuando pide una cotización, guardamos lo que escribe en el formulario: su empresa, sus datos de contacto, los vehículos y la ruta. Lo necesitamos para responderle.',
          'Cuando solicita un empleo, guardamos sus respuestas y su currículum para decidir sobre la solicitud. Las preguntas sobre género y raza son solo para estadísticas. No cuentan para la contratación y puede no contestarlas.',
          'Si nos manda su historial de manejo, lo guardamos con la solicitud, porque las reglas federales lo piden antes de contratar a un chofer.',
          'Cuando escribe un testimonio, lo guardamos con su nombre, su puesto y su empresa. Lo publicamos después de leerlo.',
          'Si trabaja con nosotros, el portal de empleados guarda su cuenta, sus horas, los daños con sus fotos, los documentos y formularios, los pedidos y los mensajes, porque los necesitamos para trabajar juntos.',
          'Un registro anota quién cambió o abrió qué y cuándo, con la dirección de red, para que podamos descubrir abusos.',
        ],
      },
      {
        title: 'Quién lo ve',
        paragraphs: [
          `Las personas de ${name} que responden cotizaciones y que contratan. Los mensajes del portal los leen solo las dos personas de una conversación. No vendemos sus datos ni los pasamos para publicidad.`,
          'Puede que tengamos que revelar datos donde la ley lo exija.',
        ],
      },
      {
        title: 'Cuánto tiempo lo guardamos',
        paragraphs: [
          `Solicitudes y currículums: ${limit(applications, 'después de recibirlos')}.`,
          'Las respuestas que nos pide guardar para seguir en otro dispositivo: durante 14 días. Nunca contienen números de licencia, género ni raza. Lo que deja con “Solicitud en dos minutos”: durante 90 días.',
          `Datos de las solicitudes de cotización: ${limit(inquiries, 'después de recibirlos')}. Una solicitud de la que salió un testimonio se queda con él.`,
          `Mensajes del portal: ${limit(messages, 'después de enviarse')}.`,
          `Formularios que devuelven los empleados: ${limit(submissions, 'después de devolverse y una vez revisados')}.`,
          `Licencias, certificados y lo demás del expediente de un chofer: ${limit(driver_files, 'después de terminar el empleo')}.`,
          `Direcciones de red en el registro: ${limit(audit_addresses, 'después del suceso')}.`,
          `Correos que no pudimos entregar: ${limit(unsent_mail, 'después del último intento')}.`,
          'Eliminamos el texto de nuestros correos en cuanto se envían, y sus direcciones y asuntos 30 días después. Las copias de seguridad conservan los datos eliminados hasta que se reemplazan.',
        ],
      },
      {
        title: 'Qué se queda en su dispositivo',
        paragraphs: [
          'Mientras llena un formulario, su navegador guarda un borrador en su dispositivo para que no se pierda nada. El borrador se elimina cuando envía el formulario, o después de 14 días. Nunca contiene números de licencia, género ni raza.',
          'Este sitio no pone cookies de publicidad ni de análisis. El formulario de cotización puede usar Google reCAPTCHA para distinguir a las personas de los programas. Google recibe entonces datos técnicos de su visita.',
        ],
      },
      {
        title: 'Sus opciones',
        paragraphs: [
          `Pídanos cuando quiera una copia de lo que hemos guardado sobre usted, que lo corrijamos o que lo borremos. ${contact}`,
        ],
      },
    ],
  };
}

export const quoteTerms =
  'Una solicitud de cotización no es un pedido de transporte. El transporte queda acordado solo cuando las dos partes lo confirman por escrito, y entonces vale ese acuerdo.';

export const terms: english.LegalText = {
  title: 'Términos',
  description: `Los términos de uso del sitio web de ${name}: cotizaciones, solicitudes, cuentas y contenido.`,
  updated: english.terms.updated,
  sections: [
    {
      title: 'El uso de este sitio',
      paragraphs: [
        `Este sitio es de ${name}. Es para dealers, subastas y empresas, y para quienes quieren trabajar con nosotros. No transportamos vehículos de particulares.`,
        'Dé información verdadera en nuestros formularios, y no intente perturbar el sitio ni llegar a datos que no son para usted.',
      ],
    },
    {
      title: 'Cotizaciones',
      paragraphs: [quoteTerms],
    },
    {
      title: 'Solicitudes',
      paragraphs: [
        'Una solicitud no es una oferta de empleo. Las descripciones de los empleos pueden cambiar, y una vacante puede cerrarse antes de su último día.',
      ],
    },
    {
      title: 'Cuentas',
      paragraphs: [
        'El portal de empleados es para quienes trabajan con nosotros. No comparta su contraseña, y avise a la oficina si otra persona pudiera conocerla.',
      ],
    },
    {
      title: 'Contenido',
      paragraphs: [
        'Los textos y dibujos de este sitio son nuestros, salvo que digamos otra cosa. Cuidamos que sean correctos, pero no podemos prometer que estén completos o al día.',
      ],
    },
    { title: 'Contacto', paragraphs: [contact] },
  ],
};
