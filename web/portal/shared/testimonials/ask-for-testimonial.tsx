import { useId, useRef, useState } from 'react';
import type { Inquiry } from '#contract/inquiries.ts';
import { testimonialOffice as messages } from '#contract/messages/testimonial-office.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../error-messages.ts';
import { useOnce } from '../records/use-send-once.ts';
import { usDay } from '../us-dates.ts';
import { useInviteClient, useTestimonials } from './testimonials.data.ts';

/** Asks the sender of a won inquiry for a testimonial and shows the status of an earlier request. */
export function AskForTestimonial({ inquiry }: { inquiry: Inquiry }) {
  const id = useId();
  const once = useOnce();
  const { data, dataUpdatedAt } = useTestimonials();
  const invite = useInviteClient();
  const earlier = data?.find((one) => one.inquiry_id === inquiry.id);
  const isOut = earlier?.status === 'invited' && Date.parse(earlier.expires_at) > dataUpdatedAt;
  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-3">
      <h3 className="font-display font-bold" id={id}>
        Testimonial
      </h3>
      <p className="measure text-steel">
        {earlier && !invite.data
          ? requestStatus(earlier, isOut)
          : invite.data
            ? `We emailed a link to ${inquiry.email_address}.`
            : `Email a link to ${inquiry.email_address}. You approve the testimonial before it’s published.`}
      </p>
      {invite.isError && (
        <Alert tone="error">{errorMessage(invite.error, messages.inviteFailed)}</Alert>
      )}
      {invite.data ? (
        <NewLink url={invite.data.url} />
      ) : (
        <Button
          busy={invite.isPending}
          onClick={() => void once(() => invite.mutateAsync(inquiry.id).then(nothing, nothing))}
          size="sm"
          variant="secondary"
        >
          {isOut ? 'Email a new link' : 'Ask for a testimonial'}
        </Button>
      )}
    </section>
  );
}

// The mutation's state shows the result.
const nothing = () => undefined;

function requestStatus(earlier: Testimonial, isOut: boolean): string {
  if (isOut) {
    return `A link was emailed to ${earlier.email} on ${usDay(earlier.invited_at)}. It expires on ${usDay(earlier.expires_at)}; a new link replaces it.`;
  }
  if (earlier.status === 'invited') {
    return `The link of ${usDay(earlier.invited_at)} expired unused.`;
  }
  const what = { waiting: "It's waiting for approval.", approved: "It's on the home page." };
  const since = usDay(earlier.written_at ?? earlier.invited_at);
  return `${earlier.client} wrote one on ${since}. ${earlier.status === 'declined' ? 'It was declined.' : what[earlier.status]}`;
}

/** The server stores only a hash of the code, so the link can't be shown again. */
function NewLink({ url }: { url: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // No clipboard permission: select the link to copy by hand.
      input.current?.select();
      setCopied(false);
    }
  }

  return (
    <div className="grid w-full gap-3">
      <Alert tone="success">{messages.invited}</Alert>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field hint="Copy it now: you can't see it again. It works once." label="Link" name="link">
          <Input onFocus={(event) => event.target.select()} readOnly ref={input} value={url} />
        </Field>
        <Button className="sm:mb-6" onClick={() => void copy()} variant="secondary">
          Copy link
        </Button>
      </div>
      <p className="text-sm" role="status">
        {copied === true && 'Copied.'}
        {copied === false && "Couldn't copy. The link is selected: press Ctrl+C."}
      </p>
    </div>
  );
}
