import { useState } from 'react';
import { data, redirectDocument } from 'react-router';
import { company, telHref } from '#contract/company.ts';
import {
  honeypotField,
  inquiryInput,
  sendInquiry,
  vehicleConditions,
  vehicleTypes,
} from '#contract/inquiries.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { callFailure } from '#web/lib/call-failure.ts';
import type { FormValues } from '#web/lib/form-values.ts';
import { late } from '#web/lib/late.ts';
import { LateForm } from '#web/lib/late-form.tsx';
import { organization, pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext, recaptchaSiteKeyContext } from '#web/lib/server-context.ts';
import type { Route } from './+types/inquiry-page.ts';
import type { ReturnedInquiry } from './inquiry-form.tsx';

const desk = late(() => import('./inquiry-desk.tsx'));

export function loader({ context }: Route.LoaderArgs) {
  return {
    choices: { vehicleTypes, vehicleConditions, honeypot: honeypotField },
    siteKey: context.get(recaptchaSiteKeyContext),
  };
}

/** On a change of page the form comes along; where it does not, the page itself says so. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const [loaded] = await Promise.all([serverLoader(), desk.begin().catch(() => {})]);
  // A press before FreshPolicy listens comes here without its document, which alone lets Google in.
  if (loaded.siteKey && !documentIsAt(request.url)) throw redirectDocument(request.url);
  return loaded;
}

function documentIsAt(url: string): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document !== undefined && new URL(document.name).pathname === new URL(url).pathname;
}

type Answer =
  | { reference: string; returned: null }
  | { reference: null; returned: ReturnedInquiry };

/** Takes the form as a browser without scripts posts it, and gives it back filled when it is refused. */
export async function action({ request, context }: Route.ActionArgs) {
  const posted = await request.formData();
  const values: FormValues = {};
  for (const name of Object.keys(inquiryInput.shape)) {
    const value = posted.get(name);
    if (typeof value === 'string') values[name] = value;
  }
  try {
    // The call checks the body itself: what comes from a form is never of the right type by promise.
    const { reference } = await context.get(callContext)(sendInquiry, { body: values as never });
    return data<Answer>({ reference, returned: null });
  } catch (error) {
    const failure = callFailure(error);
    if (!failure) throw error;
    const { status, body } = failure;
    const message = `${inquiries.submitFailed} ${body.error}`;
    const returned = { values, errors: body.fields ?? {}, message };
    return data<Answer>({ reference: null, returned }, { status });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: 'Ask for a quote',
    description: `Tell ${company.name} what to haul, from where and to where: for dealerships, auctions and businesses. A dispatcher answers with a price within one business day.`,
    path: '/inquiry',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const [sent, setSent] = useState(actionData?.reference ?? null);
  const phone = company.phones.general.number;
  return (
    <main className="wrap pt-12 pb-16 lg:pt-20" id="main">
      <header className="mb-10 grid items-end gap-x-16 gap-y-5 lg:grid-cols-[7fr_5fr]">
        <h1 className="display text-3xl">Ask for a quote</h1>
        {!sent && (
          <div>
            <p className="measure text-lg">
              Seven answers are enough; the rest makes the price exact. Rather talk? Call{' '}
              <a className="text-link font-bold whitespace-nowrap" href={telHref(phone)}>
                {phone}
              </a>
              .
            </p>
            <p className="mt-4 border-l-6 border-lane pl-3 font-bold">
              We do not transport personally owned vehicles.
            </p>
          </div>
        )}
      </header>
      <LateForm begin={desk.begin} name="inquiry" now={actionData !== undefined}>
        <desk.Late
          choices={loaderData.choices}
          onSent={setSent}
          returned={actionData?.returned ?? null}
          sent={sent}
          siteKey={loaderData.siteKey}
        />
      </LateForm>
    </main>
  );
}
