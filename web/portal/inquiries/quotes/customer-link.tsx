import { useRef, useState } from 'react';
import { quotes as messages } from '#contract/messages/quotes.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { toast } from '../../shared/toast.tsx';
import { useInquiryLink } from './quotes.data.ts';

/** Copies the link to the customer's page that their emails have, replaces it by a new one, or revokes it. */
export function CustomerLink({ inquiryId }: { inquiryId: number }) {
  const link = useInquiryLink(inquiryId);
  const confirm = useConfirm();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState<string | null>(null);

  async function attempt(work: () => Promise<void>) {
    toast.dismissAll();
    try {
      await work();
    } catch (error) {
      toast.show(errorMessage(error, messages.linkFailed), 'error');
    }
  }

  async function show(shown: string) {
    setUrl(shown);
    try {
      await navigator.clipboard.writeText(shown);
      toast.show('Link copied.');
    } catch {
      // No clipboard permission: the link is there to copy by hand.
      input.current?.select();
    }
  }

  async function copy() {
    const present = await link.mutateAsync('read');
    if (present.url === null) await replace(messages.confirmFirstLink);
    else await show(present.url);
  }

  async function replace(title: string = messages.confirmNewLink) {
    if (!(await confirm({ title, confirmLabel: 'Make new link' }))) return;
    const made = await link.mutateAsync('replace');
    if (made.url !== null) await show(made.url);
  }

  async function revoke() {
    const title = messages.confirmRevoke;
    if (!(await confirm({ title, confirmLabel: 'Revoke link', danger: true }))) return;
    await link.mutateAsync('revoke');
    setUrl(null);
    toast.show(messages.linkRevoked);
  }

  return (
    <>
      <Button
        busy={link.isPending}
        onClick={() => void attempt(copy)}
        size="sm"
        variant="secondary"
      >
        Copy customer link
      </Button>
      <Button onClick={() => void attempt(replace)} size="sm" variant="quiet">
        New link
      </Button>
      <Button onClick={() => void attempt(revoke)} size="sm" variant="quiet">
        Revoke link
      </Button>
      {url && (
        <Field className="basis-full" label="Link for the customer" name="link">
          <Input onFocus={(event) => event.target.select()} readOnly ref={input} value={url} />
        </Field>
      )}
    </>
  );
}
