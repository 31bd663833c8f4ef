import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { sendNotification } from '#contract/notifications.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/form-draft.ts';
import { setFieldErrors } from '../shared/error-messages.ts';
import { toast } from '../shared/toast.tsx';
import { useHookFormDraft, useRestoredValues } from '../shared/use-form-draft.ts';
import { useIdempotencyKey, useOnce } from '../shared/use-send-once.ts';
import { useSendMail, useSendNotice } from './notifications.data.ts';

const blank = { message: '' };

/** Sends a notification and then an email to everyone; each step runs once, however often it is tried. */
export function useBroadcast(onDone: () => void) {
  const [noticeSent, setNoticeSent] = useState(false);
  const once = useOnce();
  const notice = useSendNotice();
  const mail = useSendMail();
  const noticeKey = useIdempotencyKey();
  const mailKey = useIdempotencyKey();
  const tried = useRef('');
  const form = useForm({
    resolver: zodResolver(sendNotification.body),
    defaultValues: blank,
  });
  const [kept] = useState(() => readFormDraft<null, typeof blank>('broadcast'));
  useRestoredValues(form, blank, kept?.values);
  useHookFormDraft('broadcast', form, null);

  const finish = () => {
    form.reset(blank);
    deleteFormDraft('broadcast');
    setNoticeSent(false);
    notice.reset();
    mail.reset();
    noticeKey.renew();
    mailKey.renew();
    onDone();
  };

  const send = form.handleSubmit(({ message }) =>
    once(async () => {
      toast.dismissAll();
      // Another text is another notification.
      if (tried.current !== message) noticeKey.renew();
      tried.current = message;
      try {
        if (!noticeSent) {
          await notice.mutateAsync({ body: { message }, idempotencyKey: noticeKey.current() });
          setNoticeSent(true);
        }
        const body = { subject: messages.emailSubject, message };
        await mail.mutateAsync({ body, idempotencyKey: mailKey.current() });
        finish();
        toast.show(messages.emailSent);
      } catch (error) {
        setFieldErrors(form, error);
      }
    }),
  );

  return {
    form,
    send,
    /** Ends after the first step, without the email. */
    finish,
    noticeSent,
    busy: notice.isPending || mail.isPending,
    noticeError: notice.error,
    mailError: mail.error,
  };
}

export type Broadcast = ReturnType<typeof useBroadcast>;
