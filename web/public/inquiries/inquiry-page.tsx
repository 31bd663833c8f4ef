import { useState } from 'react';
import { redirectDocument } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { inquiryInput, routeOf, sendInquiry } from '#contract/inquiries.ts';
import { inquiries } from '#contract/messages/inquiries.ts';
import { callContext, recaptchaSiteKeyContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';
import { InquirySent } from '../confirmation/inquiry-sent.tsx';
import { handlePost } from '../form/posted-form.ts';
import { earlierForm } from '../inquiry-status/ask-again.ts';
import { PhoneLink } from '../layout/contact-links.tsx';
import type { Route } from './+types/inquiry-page.ts';
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
      const body = values as never;
      const { reference } = await context.get(callContext)(sendInquiry, { body });
      return { sentAt: new Date().toISOString(), reference, subject: routeOf(values) };
    },
  });
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: 'Ask for a quote',
    description: `Tell ${company.name} what to haul, from where and to where: for dealerships, auctions and businesses. ${inquiries.reply}`,
    picture: 'inquiry',
    path: '/inquiry',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const [justSent, setJustSent] = useState(actionData?.sent ?? null);
  return (
    <main className="wrap pt-12 pb-16 lg:pt-20" id="main">
      <header className="mb-10 grid grid-cols-1 items-end gap-x-16 gap-y-5 lg:grid-cols-[7fr_5fr]">
        <h1 className="display text-3xl">Ask for a quote</h1>
        {!justSent && (
          <div>
            <p className="measure text-lg">
              Only seven fields are required; the rest makes the price exact. Prefer to talk? Call{' '}
              <PhoneLink className="text-link inline-block font-bold" />.
            </p>
            <p className="mt-4 border-l-6 border-lane pl-3 font-bold">
              We do not transport personally owned vehicles.
            </p>
          </div>
        )}
      </header>
      <InquirySent justSent={justSent} onClose={() => setJustSent(null)} />
      {!justSent && (
        <InquiryForm
          onSent={setJustSent}
          returned={actionData?.returned ?? null}
          siteKey={loaderData.siteKey}
        />
      )}
    </main>
  );
}
