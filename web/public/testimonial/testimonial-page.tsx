import { useState } from 'react';
import { data } from 'react-router';
import { company, telHref } from '#contract/company.ts';
import { testimonials as say } from '#contract/messages/testimonials.ts';
import { states } from '#contract/states.ts';
import { longestQuote, openInvitation, writeTestimonial } from '#contract/testimonials.ts';
import { callFailure } from '#web/lib/call-failure.ts';
import type { FormValues } from '#web/lib/form-values.ts';
import { late } from '#web/lib/late.ts';
import { LateForm } from '#web/lib/late-form.tsx';
import { pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext } from '#web/lib/server-context.ts';
import { AnchorButton, LinkButton } from '#web/ui/button.tsx';
import type { Route } from './+types/testimonial-page.ts';
import type { ReturnedWords } from './testimonial-form.tsx';

const desk = late(() => import('./testimonial-desk.tsx'));

/**
 * The address is the secret: nobody keeps the page, and no link out of it tells where it was.
 * Not `no-referrer`, under which a browser hides where a form without scripts comes from, and it would be refused.
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
    longest: longestQuote,
    states: states.map(([value, label]) => ({ value, label })),
  };
  try {
    const { code } = params;
    const invitation = await context.get(callContext)(openInvitation, { params: { code } });
    return data<Loaded & { choices: typeof choices }>({ choices, invitation, dead: null });
  } catch (error) {
    const failure = callFailure(error);
    if (!failure) throw error;
    const { status } = failure;
    // Too many, or the database is away: nothing is said about the link.
    if (status !== 400 && status !== 404) throw data(null, { status, statusText: failure.message });
    const dead = failure.body.fields?.code ?? failure.body.error;
    return data<Loaded & { choices: typeof choices }>(
      { choices, invitation: null, dead },
      { status: 404 },
    );
  }
}

type Answer = { sent: true; returned: null } | { sent: false; returned: ReturnedWords };

/** Takes the form as a browser without scripts posts it, and gives it back filled when it is refused. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const posted = await request.formData();
  const values: FormValues = {};
  for (const name of Object.keys(writeTestimonial.body.shape)) {
    const value = posted.get(name);
    if (typeof value === 'string') values[name] = value;
  }
  try {
    const { code } = params;
    // The call checks the body itself: what comes from a form is never of the right type by promise.
    await context.get(callContext)(writeTestimonial, { params: { code }, body: values as never });
    // Said here, because the loader finds the link used up.
    return data<Answer>({ sent: true, returned: null }, { status: 200 });
  } catch (error) {
    const failure = callFailure(error);
    if (!failure) throw error;
    const { status, body } = failure;
    // A dead link is no accident on the way: nothing is to be sent again.
    const message = status === 404 ? body.error : `${say.writeFailed} ${body.error}`;
    const returned = { values, errors: body.fields ?? {}, message };
    return data<Answer>({ sent: false, returned }, { status });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({
    title: 'How did we do?',
    description: `A few words about ${company.name}, from those whose cars it has hauled.`,
    // Without the code.
    path: '/testimonial',
    publicUrl: publicUrlOf(matches),
    noIndex: true,
  }),
  { name: 'referrer', content: 'same-origin' },
];

/** Asks a client for a few words by the one-time link that an admin has mailed. */
export default function TestimonialPage(props: Route.ComponentProps) {
  const { loaderData, actionData, params } = props;
  const [sent, setSent] = useState(actionData?.sent ?? false);
  const { invitation, choices } = loaderData;
  if (invitation === null && !sent) return <DeadLink sentence={loaderData.dead ?? say.linkDead} />;
  return (
    <main
      className="wrap grid gap-10 py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:py-20"
      id="main"
    >
      <div>
        <p className="legend text-steel">A few words from you</p>
        <h1 className="display mt-3 text-2xl">How did we do?</h1>
        {invitation && !sent && <Asked {...invitation} />}
      </div>
      <div className="max-w-2xl border-t-2 border-ink pt-6">
        <LateForm begin={desk.begin} name={draftOf(params.code)} now={actionData !== undefined}>
          <desk.Late
            choices={choices}
            code={params.code}
            draft={draftOf(params.code)}
            known={invitation ? { client: invitation.client, company: invitation.company } : {}}
            onSent={() => setSent(true)}
            returned={actionData?.returned ?? null}
            sent={sent}
          />
        </LateForm>
      </div>
    </main>
  );
}

/** Each link has a draft of its own; too little of the code is kept to use it. */
function draftOf(code: string): string {
  return `testimonial.${code.slice(0, 6)}`;
}

function Asked({ client, company: from }: Invitation) {
  return (
    <div className="measure mt-5 grid gap-4">
      <p className="text-lg">
        Hello {client}. We hauled cars for {from}. Would you tell other dealers how it went?
      </p>
      <p className="text-steel">
        We read it before it is shown. Then it is on our home page with your name, your role, your
        company and its place, for everybody to read.
      </p>
    </div>
  );
}

function DeadLink({ sentence }: { sentence: string }) {
  const phone = company.phones.general.number;
  return (
    <main className="wrap pt-12 pb-24 lg:pt-20" id="main">
      <p className="legend text-steel">A few words from you</p>
      <h1 className="display mt-3 text-2xl">This link does not work</h1>
      <p className="measure mt-5 text-lg">{sentence}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <AnchorButton href={telHref(phone)}>Call {phone}</AnchorButton>
        <LinkButton to="/" variant="secondary">
          Go to the home page
        </LinkButton>
      </div>
    </main>
  );
}
