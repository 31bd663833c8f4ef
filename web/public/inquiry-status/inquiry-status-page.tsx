import { useEffect, useRef, useState } from 'react';
import { company } from '#contract/company/profile.ts';
import {
  answerInput,
  answerQuote,
  getInquiryStatus,
  type InquiryStatus,
  messageInput,
  renewInput,
  renewQuote,
  writeAboutInquiry,
} from '#contract/inquiry-status.ts';
import { inquiryStatus as messages } from '#contract/messages/quotes.ts';
import { longDayAndTime } from '#contract/rules/dates.ts';
import { locale, t } from '#contract/text/languages.ts';
import { ownPath } from '#contract/wire/page-languages.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/text-field.tsx';
import { behindLink, secretHeaders } from '../application-status/secret-page.ts';
import { CallUs } from '../confirmation/confirmation-card.tsx';
import { handlePost, type ReturnedForm } from '../form/posted-form.ts';
import { DeadLink } from '../layout/dead-link.tsx';
import type { Route } from './+types/inquiry-status-page.ts';
import type { Sent } from './inquiry-status-call.ts';
import { StatusForm } from './status-form.tsx';
import { StatusQuote } from './status-quote.tsx';
import { StatusSteps, stepTexts } from './status-steps.tsx';

export const headers = () => secretHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  return behindLink(context.get(callContext)(getInquiryStatus, { params }));
}

/** The form that a browser without scripts posted. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const call = context.get(callContext);
  const form = await request.clone().formData();
  if (form.has('quote_id') && !form.has('answer')) {
    return handlePost(request, {
      schema: renewInput,
      submitFailed: messages.answerFailed,
      send: (values) => call(renewQuote, { params, body: values as never }),
    });
  }
  // The endpoints validate the bodies, whose types can't be known before.
  return !form.has('quote_id')
    ? handlePost(request, {
        schema: messageInput,
        submitFailed: messages.writeFailed,
        send: (values) => call(writeAboutInquiry, { params, body: values as never }),
      })
    : handlePost(request, {
        schema: answerInput,
        submitFailed: messages.answerFailed,
        send: (values) => call(answerQuote, { params, body: values as never }),
      });
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: t('Your transport request', 'Su solicitud de transporte'),
    description: t(
      `Where your request to ${company.name} stands.`,
      `Cómo va su solicitud a ${company.name}.`,
    ),
    // Without the code, which is a secret.
    path: '/inquiry',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

export default function InquiryStatusPage({
  loaderData,
  actionData,
  params,
}: Route.ComponentProps) {
  if (loaderData.found === null)
    return <DeadLink above={t('Inquiry', 'Solicitud')} sentence={loaderData.dead} />;
  return (
    <Status
      code={params.code}
      key={params.code}
      loaded={loaderData.found}
      returned={actionData?.returned ?? null}
      sent={actionData?.sent?.message ?? null}
    />
  );
}

interface StatusProps {
  code: string;
  loaded: InquiryStatus;
  /** What became of a form that was posted without scripts. */
  sent: string | null;
  returned: ReturnedForm | null;
}

function Status({ code, loaded, sent, returned }: StatusProps) {
  const [inquiry, setInquiry] = useState(loaded);
  const [notice, setNotice] = useState(sent);
  // Each message leaves an empty form behind.
  const [round, setRound] = useState(0);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) top.current?.focus();
  }, [notice]);
  const onSent = (done: Sent) => {
    setNotice(done.message);
    if (done.inquiry) setInquiry(done.inquiry);
    setRound(round + 1);
  };
  const { title, next } = stepTexts()[inquiry.status];
  const isEnded =
    inquiry.status === 'closed' || inquiry.quotes.some(({ status }) => status === 'accepted');
  const ofQuote = (id: number) => (returned?.values.quote_id === String(id) ? returned : null);
  return (
    <main className="wrap pt-12 pb-16 lg:pt-20" id="main">
      <p className="legend text-steel">
        {t('Inquiry', 'Solicitud')} {inquiry.reference}
      </p>
      <h1 className="display mt-3 text-2xl">{title}</h1>
      <p className="measure mt-3 text-lg">{next}</p>
      <StatusSteps status={inquiry.status} />
      <div className="mt-6 not-empty:mb-6" ref={top} tabIndex={-1}>
        {notice && <Alert tone="success">{notice}</Alert>}
      </div>
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[7fr_5fr]">
        <div className="grid grid-cols-1 content-start gap-6">
          {inquiry.quotes.toReversed().map((quote) => (
            <StatusQuote
              code={code}
              isOpen={!isEnded}
              key={quote.quote_id}
              onSent={onSent}
              quote={quote}
              returned={ofQuote(quote.quote_id)}
            />
          ))}
          <Shipment inquiry={inquiry} />
        </div>
        <div className="grid grid-cols-1 content-start gap-10">
          <section className="grid grid-cols-1 gap-4">
            <h2 className="display text-xl">
              {t('Ask or add something', 'Preguntar o agregar algo')}
            </h2>
            <StatusForm
              code={code}
              hidden={{}}
              key={round}
              onSent={onSent}
              returned={returned?.values.quote_id === undefined ? returned : null}
              submitFailed={messages.writeFailed}
            >
              {(isBusy) => (
                <>
                  <AreaField
                    hint={t(
                      'A question, gate hours, who has the keys.',
                      'Una pregunta, el horario de la entrada, quién tiene las llaves.',
                    )}
                    label={t('Message', 'Mensaje')}
                    name="message"
                    rows={4}
                  />
                  <AreaField
                    hint={t(
                      'Paste as many as you have, in any form.',
                      'Pegue todos los que tenga, en cualquier formato.',
                    )}
                    label={t('VINs', 'VIN')}
                    name="vins"
                    rows={3}
                    spellCheck={false}
                  />
                  <div>
                    <Button busy={isBusy} type="submit" variant="secondary">
                      {isBusy ? t('Sending…', 'Enviando…') : t('Send', 'Enviar')}
                    </Button>
                  </div>
                </>
              )}
            </StatusForm>
            <p>
              <CallUs question={t('Rather talk?', '¿Prefiere hablar?')} />
            </p>
          </section>
          <section className="grid grid-cols-1 gap-4">
            <h2 className="display text-xl">{t('Another transport?', '¿Otro transporte?')}</h2>
            <p>
              {t(
                'The form opens with what you entered for this request. You only set the dates.',
                'El formulario se abre con lo que escribió para esta solicitud. Usted solo pone las fechas.',
              )}
            </p>
            {/* By the code in the body: an address could be seen by others. */}
            <form action={ownPath('/inquiry')} method="post">
              <input name="again" type="hidden" value={code} />
              <Button type="submit" variant="secondary">
                {t('Ask again', 'Pedir otra cotización')}
              </Button>
            </form>
          </section>
        </div>
      </div>
    </main>
  );
}

function Shipment({ inquiry }: { inquiry: InquiryStatus }) {
  const { company_name, pickup_location, delivery_location } = inquiry;
  const { number_of_vehicles, vins, created_at } = inquiry;
  const rows = [
    [t('For', 'Para'), company_name],
    [t('From', 'Desde'), pickup_location],
    [t('To', 'Hasta'), delivery_location],
    [t('Vehicles', 'Vehículos'), number_of_vehicles?.toLocaleString(locale()) ?? ''],
    [
      t('VINs', 'VIN'),
      vins
        .map(({ vin, is_valid }) => (is_valid ? vin : `${vin} ${t('(check it)', '(revíselo)')}`))
        .join('\n'),
    ],
    [
      t('Received', 'Recibida'),
      <time dateTime={created_at} key="time" suppressHydrationWarning>
        {longDayAndTime(created_at)}
      </time>,
    ],
  ] as const;
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="display text-xl">{t('Your request', 'Su solicitud')}</h2>
      <dl className="grid grid-cols-1 gap-2">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt className="text-sm text-steel">{label}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
