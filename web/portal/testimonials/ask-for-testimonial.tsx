import { useId, useRef, useState } from 'react';
import type { Inquiry } from '#contract/inquiries.ts';
import { testimonials as text } from '#contract/messages/testimonials.ts';
import type { Testimonial } from '#contract/testimonials.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { usDay } from '../frame/us-dates.ts';
import { useOnce } from '../frame/use-send-once.ts';
import { useInviteClient, useTestimonials } from './testimonials.data.ts';

/** Asks the sender of a won inquiry for a testimonial, and says what was asked before. */
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
          ? before(earlier, isOut)
          : `A link ${invite.data ? 'went' : 'goes'} to ${inquiry.email_address}; what is written with it waits for approval.`}
      </p>
      {invite.isError && <Notice tone="error">{reasonOf(invite.error, text.inviteFailed)}</Notice>}
      {invite.data ? (
        <NewLink url={invite.data.url} />
      ) : (
        <Button
          busy={invite.isPending}
          onClick={() => void once(() => invite.mutateAsync(inquiry.id).then(nothing, nothing))}
          size="sm"
          variant="secondary"
        >
          {isOut ? 'Mail a new link' : 'Ask for a testimonial'}
        </Button>
      )}
    </section>
  );
}

// What came of it is shown from the mutation itself.
const nothing = () => undefined;

function before(earlier: Testimonial, isOut: boolean): string {
  if (isOut) {
    return `A link is out: mailed to ${earlier.email} on ${usDay(earlier.invited_at)}, runs out on ${usDay(earlier.expires_at)}. A new one puts an end to it.`;
  }
  if (earlier.status === 'invited') {
    return `The link of ${usDay(earlier.invited_at)} has run out and was not used.`;
  }
  const what = { waiting: 'It waits for approval.', approved: 'It is on the home page.' };
  const since = usDay(earlier.written_at ?? earlier.invited_at);
  return `${earlier.client} wrote one on ${since}. ${earlier.status === 'declined' ? 'It was declined.' : what[earlier.status]}`;
}

/** Shown this once: nobody can read the code again, the server neither. */
function NewLink({ url }: { url: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      // Without the right to the clipboard it is there to be copied by hand.
      input.current?.select();
      setCopied(false);
    }
  }

  return (
    <div className="grid w-full gap-3">
      <Notice tone="success">{text.invited}</Notice>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field hint="Shown this once. It works once, too." label="The link" name="link">
          <Input onFocus={(event) => event.target.select()} readOnly ref={input} value={url} />
        </Field>
        <Button className="sm:mb-6" onClick={() => void copy()} variant="secondary">
          Copy link
        </Button>
      </div>
      <p className="text-sm" role="status">
        {copied === true && 'Copied.'}
        {copied === false && 'Not copied: it is marked, press Ctrl+C.'}
      </p>
    </div>
  );
}
