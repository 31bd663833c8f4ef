import { useRef, useState } from 'react';
import { quotes as messages } from '#contract/messages/quotes.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { toast } from '../../shared/toast.tsx';
import { useInquiryLink } from './quotes.data.ts';

/** Copies a new link to the customer's page, which ends the one in earlier mails, or revokes it. */
export function CustomerLink({ inquiryId }: { inquiryId: number }) {
  const link = useInquiryLink(inquiryId);
  const confirm = useConfirm();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState<string | null>(null);

  async function change(revoke: boolean) {
    toast.dismissAll();
    try {
      const made = await link.mutateAsync(revoke);
      setUrl(made.url);
      if (made.url === null) toast.show(messages.linkRevoked);
      else await copy(made.url);
    } catch (error) {
      toast.show(errorMessage(error, messages.linkFailed), 'error');
    }
  }

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      toast.show('Link copied.');
    } catch {
      // No clipboard permission: the link is there to copy by hand.
      input.current?.select();
    }
  }

  async function revoke() {
    const title = messages.confirmRevoke;
    if (await confirm({ title, confirmLabel: 'Revoke link', danger: true })) await change(true);
  }

  return (
    <>
      <Button
        busy={link.isPending}
        onClick={() => void change(false)}
        size="sm"
        variant="secondary"
      >
        Copy new customer link
      </Button>
      <Button onClick={() => void revoke()} size="sm" variant="quiet">
        Revoke link
      </Button>
      {url && (
        <Field
          className="basis-full"
          hint="The link in earlier emails no longer works."
          label="Link for the customer"
          name="link"
        >
          <Input onFocus={(event) => event.target.select()} readOnly ref={input} value={url} />
        </Field>
      )}
    </>
  );
}
