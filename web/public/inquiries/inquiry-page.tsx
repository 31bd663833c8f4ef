import { useState } from 'react';
import { redirectDocument, useSearchParams } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { inquiryInput, sendInquiry } from '#contract/inquiries.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { inquiryVehicles } from '#contract/messages/inquiry-vehicles.ts';
import { t } from '#contract/text/languages.ts';
import { callContext, recaptchaSiteKeyContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';
import { buttonClass, LinkButton } from '#web/ui/button.tsx';
import { InquirySent } from '../confirmation/inquiry-sent.tsx';
import { handlePost } from '../form/posted-form.ts';
import { earlierForm } from '../inquiry-status/ask-again.ts';
import { PhoneLink } from '../layout/contact-links.tsx';
import { TrustBlock } from '../trust/trust-block.tsx';
import type { Route } from './+types/inquiry-page.ts';
import { confirmationOf, inquiryBody } from './inquiry-body.ts';
import { InquiryForm } from './inquiry-form.tsx';

export function loader({ context }: Route.LoaderArgs) {
  return { siteKey: context.get(recaptchaSiteKeyContext) };
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const loaded = await serverLoader();
  // Before ReloadForRecaptcha mounts, a client navigation can get here; only a new document's policy allows reCAPTCHA.
  if (loaded.siteKey && !documentIsAt(request.url)) throw redirectDocument(request.url);
  return loaded;
}

function documentIsAt(url: string): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document !== undefined && new URL(document.name).pathname === new URL(url).pathname;
}

export async function action({ request, context }: Route.ActionArgs) {
  const earlier = await earlierForm(request, context.get(callContext));
  if (earlier) return { sent: null, returned: earlier };
  return handlePost<Confirmation>(request, {
    schema: inquiryInput,
    submitFailed: inquiries.submitFailed,
    async send(values) {
      // The endpoint validates the body, whose type can't be known before.
      const body = inquiryBody(values) as never;
      return confirmationOf(values, await context.get(callContext)(sendInquiry, { body }));
    },
  });
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: t('Ask for a quote', 'Pedir cotización'),
    description: t(
      `Tell ${company.name} what to haul, from where and to where: for dealerships, auctions and businesses. ${inquiries.reply}`,
      `Dígale a ${company.name} qué transportar, de dónde y a dónde: para dealers, subastas y empresas. ${inquiries.reply}`,
    ),
    picture: 'inquiry',
    path: '/inquiry',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

const titles = () => ({
  certificate: t('Request a certificate of insurance', 'Pedir un certificado de seguro'),
  quote: t('Ask for a quote', 'Pedir cotización'),
});

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const [justSent, setJustSent] = useState(actionData?.sent ?? null);
  const asked = useSearchParams()[0].get('kind');
  const kind = asked === 'certificate' ? asked : 'quote';
  const isPersonal = asked === 'personal';
  return (
    <main className="wrap pt-12 pb-16 lg:pt-20" id="main">
      <header className="mb-10 grid grid-cols-1 items-end gap-x-16 gap-y-5 lg:grid-cols-[7fr_5fr]">
        <h1 className="display text-3xl">{titles()[kind]}</h1>
        {!justSent && (
          <div>
            <p className="measure text-lg">
              {kind === 'certificate'
                ? `${inquiryVehicles.certificateReply} `
                : t(
                    'Only seven fields are required; the rest makes the price exact. ',
                    'Solo siete campos son obligatorios; con lo demás el precio es exacto. ',
                  )}
              {t('Prefer to talk? Call', '¿Prefiere hablar? Llame al')}{' '}
              <PhoneLink className="text-link inline-block font-bold" />.
            </p>
          </div>
        )}
      </header>
      <InquirySent justSent={justSent} onClose={() => setJustSent(null)} />
      {!justSent && kind === 'quote' && <OwnershipQuestion isPersonal={isPersonal} />}
      {!justSent && !isPersonal && (
        <div className="outline-none" id="quote" tabIndex={-1}>
          <InquiryForm
            key={kind}
            kind={kind}
            onSent={setJustSent}
            returned={actionData?.returned ?? null}
            siteKey={loaderData.siteKey}
          />
        </div>
      )}
      <TrustBlock />
    </main>
  );
}

/** Asked before the form, because the company answers 'yes' on the phone only. Links, so that it works without scripts. */
function OwnershipQuestion({ isPersonal }: { isPersonal: boolean }) {
  const look = { size: 'sm', variant: 'secondary' } as const;
  return (
    <section className="mb-10 border-l-6 border-lane pl-3">
      <h2 className="font-display font-bold">
        {t('Is this a personally owned vehicle?', '¿Es un vehículo de un particular?')}
      </h2>
      {isPersonal && (
        <p className="mt-3" role="status">
          {inquiryVehicles.personal}{' '}
          {t(
            <>
              Call <PhoneLink /> if you have a question.
            </>,
            <>
              Llame al <PhoneLink /> si tiene una pregunta.
            </>,
          )}
        </p>
      )}
      <p className="mt-3 flex gap-3">
        {isPersonal ? (
          <LinkButton preventScrollReset to="/inquiry" {...look}>
            {t('No, it belongs to a business', 'No, es de una empresa')}
          </LinkButton>
        ) : (
          <>
            <LinkButton preventScrollReset to="/inquiry?kind=personal" {...look}>
              {t('Yes', 'Sí')}
            </LinkButton>
            <a className={buttonClass(look)} href="#quote">
              {t('No', 'No')}
            </a>
          </>
        )}
      </p>
    </section>
  );
}
