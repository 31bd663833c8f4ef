import { useState } from 'react';
import { data } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { openInvitation, testimonialInput, writeTestimonial } from '#contract/testimonials.ts';
import { t } from '#contract/text/languages.ts';
import { asCallError, toRouteError } from '#web/lib/api/call-error.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { secretHeaders } from '../application-status/secret-page.ts';
import { handlePost } from '../form/posted-form.ts';
import { DeadLink } from '../layout/dead-link.tsx';
import type { Route } from './+types/testimonial-page.ts';
import { TestimonialForm, TestimonialThanks } from './testimonial-form.tsx';

export const headers = () => secretHeaders;

interface Invitation {
  client: string;
  company: string;
}

const title = () => t('How did we do?', '¿Cómo le fue con nosotros?');

type Loaded = { invitation: Invitation; dead: null } | { invitation: null; dead: string };

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    const { code } = params;
    const invitation = await context.get(callContext)(openInvitation, { params: { code } });
    return data<Loaded>({ invitation, dead: null });
  } catch (error) {
    const failure = asCallError(error);
    // Rate limit or outage: the link may still work.
    if (!failure || (failure.status !== 400 && failure.status !== 404)) throw toRouteError(error);
    const dead = failure.body.fields?.code ?? failure.body.error;
    return data<Loaded>({ invitation: null, dead }, { status: 404 });
  }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return handlePost(request, {
    schema: testimonialInput,
    submitFailed: messages.writeFailed,
    // The endpoint validates the body, whose type can't be known before.
    send: (values) => context.get(callContext)(writeTestimonial, { params, body: values as never }),
  });
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: title(),
    description: t(
      `Write a testimonial about ${company.name}.`,
      `Escriba un testimonio sobre ${company.name}.`,
    ),
    // Without the code, which is a secret.
    path: '/testimonial',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

export default function TestimonialPage(props: Route.ComponentProps) {
  const { loaderData, actionData, params } = props;
  const [sent, setSent] = useState(Boolean(actionData?.sent));
  const { invitation } = loaderData;
  if (loaderData.invitation === null && !sent) {
    return <DeadLink above={t('Testimonial', 'Testimonio')} sentence={loaderData.dead} />;
  }
  return (
    <main
      className="wrap grid grid-cols-1 gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
      id="main"
    >
      <div>
        <p className="legend text-steel">{t('Testimonial', 'Testimonio')}</p>
        <h1 className="display mt-3 text-2xl">{title()}</h1>
        {invitation && !sent && <Asked {...invitation} />}
      </div>
      <div className="max-w-2xl border-t-2 border-ink pt-6">
        {sent ? (
          <TestimonialThanks />
        ) : (
          <TestimonialForm
            code={params.code}
            draft={draftOf(params.code)}
            initial={{ ...invitation }}
            key={params.code}
            onSent={() => setSent(true)}
            returned={actionData?.returned ?? null}
          />
        )}
      </div>
    </main>
  );
}

/** Each link has its own draft. The name contains too little of the code to use the link. */
function draftOf(code: string): string {
  return `testimonial.${code.slice(0, 6)}`;
}

function Asked({ client, company: from }: Invitation) {
  return (
    <div className="measure mt-5 grid grid-cols-1 gap-4">
      <p className="text-lg">
        {t(
          `Hello ${client}. We hauled cars for ${from}. Would you tell other dealers how it went?`,
          `Hola, ${client}. Transportamos autos para ${from}. ¿Les contaría a otros dealers cómo le fue?`,
        )}
      </p>
      <p className="text-steel">
        {t(
          'We review it first. Then we publish it on our home page with your name, role, company and city.',
          'Primero lo revisamos. Después lo publicamos en nuestra página de inicio con su nombre, puesto, empresa y ciudad.',
        )}
      </p>
    </div>
  );
}
