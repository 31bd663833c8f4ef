import { useState } from 'react';
import { data } from 'react-router';
import { company } from '#contract/company.ts';
import { testimonials as messages } from '#contract/messages/testimonials.ts';
import { states } from '#contract/states.ts';
import { maxQuoteLength, openInvitation, writeTestimonial } from '#contract/testimonials.ts';
import { asCallError } from '#web/lib/call-error.ts';
import type { FormValues } from '#web/lib/form-values.ts';
import { HydrateOnInteraction } from '#web/lib/hydrate-on-interaction.tsx';
import { lazyHydrate } from '#web/lib/lazy-hydrate.ts';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext } from '#web/lib/server-context.ts';
import { DeadLink } from '../layout/dead-link.tsx';
import type { Route } from './+types/testimonial-page.ts';
import type { ReturnedTestimonial } from './testimonial-form.tsx';

const form = lazyHydrate(() => import('./testimonial-form.tsx'));

/**
 * The URL is a secret: the page isn't cached, and links out of it send no referrer.
 * Not `no-referrer`: form posts without scripts would lack the Origin header and be rejected.
 */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' };
}

interface Invitation {
  client: string;
  company: string;
}

type Loaded = { invitation: Invitation; dead: null } | { invitation: null; dead: string };

export async function loader({ context, params }: Route.LoaderArgs) {
  const choices = {
    maxLength: maxQuoteLength,
    states: states.map(([value, label]) => ({ value, label })),
  };
  try {
    const { code } = params;
    const invitation = await context.get(callContext)(openInvitation, { params: { code } });
    return data<Loaded & { choices: typeof choices }>({ choices, invitation, dead: null });
  } catch (error) {
    const failure = asCallError(error);
    if (!failure) throw error;
    const { status } = failure;
    // Rate limit or outage: the link may still work.
    if (status !== 400 && status !== 404) throw data(null, { status, statusText: failure.message });
    const dead = failure.body.fields?.code ?? failure.body.error;
    return data<Loaded & { choices: typeof choices }>(
      { choices, invitation: null, dead },
      { status: 404 },
    );
  }
}

type Answer = { sent: true; returned: null } | { sent: false; returned: ReturnedTestimonial };

/** Handles the form post of a browser without scripts; a rejected form comes back with its values. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const posted = await request.formData();
  const values: FormValues = {};
  for (const name of Object.keys(writeTestimonial.body.shape)) {
    const value = posted.get(name);
    if (typeof value === 'string') values[name] = value;
  }
  try {
    const { code } = params;
    // The endpoint validates the body, whose type can't be known before.
    await context.get(callContext)(writeTestimonial, { params: { code }, body: values as never });
    // With status 200, because the loader answers 404 for the used link.
    return data<Answer>({ sent: true, returned: null }, { status: 200 });
  } catch (error) {
    const failure = asCallError(error);
    if (!failure) throw error;
    const { status, body } = failure;
    // An invalid link is final, so don't suggest sending again.
    const message = status === 404 ? body.error : `${messages.writeFailed} ${body.error}`;
    const returned = { values, errors: body.fields ?? {}, message };
    return data<Answer>({ sent: false, returned }, { status });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: 'How did we do?',
    description: `Write a testimonial about ${company.name}.`,
    // Without the code, which is a secret.
    path: '/testimonial',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

export default function TestimonialPage(props: Route.ComponentProps) {
  const { loaderData, actionData, params } = props;
  const [sent, setSent] = useState(actionData?.sent ?? false);
  const { invitation, choices } = loaderData;
  if (loaderData.invitation === null && !sent) {
    return <DeadLink above="Testimonial" sentence={loaderData.dead} />;
  }
  return (
    <main
      className="wrap grid grid-cols-1 gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
      id="main"
    >
      <div>
        <p className="legend text-steel">Testimonial</p>
        <h1 className="display mt-3 text-2xl">How did we do?</h1>
        {invitation && !sent && <Asked {...invitation} />}
      </div>
      <div className="max-w-2xl border-t-2 border-ink pt-6">
        <HydrateOnInteraction
          eager={actionData !== undefined}
          load={form.load}
          name={draftOf(params.code)}
        >
          <form.Component
            choices={choices}
            code={params.code}
            draftName={draftOf(params.code)}
            known={invitation ? { client: invitation.client, company: invitation.company } : {}}
            onSent={() => setSent(true)}
            returned={actionData?.returned ?? null}
            sent={sent}
          />
        </HydrateOnInteraction>
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
        Hello {client}. We hauled cars for {from}. Would you tell other dealers how it went?
      </p>
      <p className="text-steel">
        We review it first. Then we publish it on our home page with your name, role, company and
        city.
      </p>
    </div>
  );
}
