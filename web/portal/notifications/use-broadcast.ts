import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { notifications as text } from '#contract/messages/notifications.ts';
import { sendNotification } from '#contract/notifications.ts';
import { putFieldErrors } from '../frame/form-errors.ts';
import { hush, say } from '../frame/say.tsx';
import { useIdempotencyKey, useOnce } from '../frame/use-send-once.ts';
import { useSendMail, useSendNotice } from './notifications.data.ts';

/** A notice to everybody and the mail after it: two steps, each done once however often it is tried. */
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
    defaultValues: { message: '' },
  });

  const finish = () => {
    form.reset({ message: '' });
    setNoticeSent(false);
    notice.reset();
    mail.reset();
    noticeKey.renew();
    mailKey.renew();
    onDone();
  };

  const send = form.handleSubmit(({ message }) =>
    once(async () => {
      hush();
      // Other words are another notice.
      if (tried.current !== message) noticeKey.renew();
      tried.current = message;
      try {
        if (!noticeSent) {
          await notice.mutateAsync({ body: { message }, idempotencyKey: noticeKey.current() });
          setNoticeSent(true);
        }
        const body = { subject: text.emailSubject, message };
        await mail.mutateAsync({ body, idempotencyKey: mailKey.current() });
        finish();
        say(text.emailSent);
      } catch (error) {
        putFieldErrors(form, error);
      }
    }),
  );

  return {
    form,
    send,
    /** Ends it after the first step, without the mail. */
    finish,
    noticeSent,
    busy: notice.isPending || mail.isPending,
    noticeError: notice.error,
    mailError: mail.error,
  };
}

export type Broadcast = ReturnType<typeof useBroadcast>;
