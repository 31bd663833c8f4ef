import {
  answerInput,
  answerQuote,
  getInquiryStatus,
  type InquiryStatus,
  messageInput,
  writeAboutInquiry,
} from '#contract/inquiry-status.ts';
import { inquiryStatus as messages } from '#contract/messages/quotes.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { call } from '#web/lib/api/api.ts';
import { type FormValues, fieldErrors } from '#web/lib/forms/form-values.ts';

export interface Sent {
  message: string;
  /** The inquiry as it is then; null when it couldn't be read. */
  inquiry: InquiryStatus | null;
}

/** The checks of a form and how it is sent. */
export interface StatusCalls {
  errors: (values: FormValues) => Record<string, string>;
  /** Rejects with a CallError. */
  send: (code: string, values: FormValues, key: string) => Promise<Sent>;
}

async function readAgain(code: string): Promise<InquiryStatus | null> {
  return call(getInquiryStatus, { params: { code } }).catch(() => null);
}

export const answer: StatusCalls = {
  errors: (values) => fieldErrors(answerInput, values),
  async send(code, values) {
    // The endpoint validates the body, whose type can't be known before.
    const { message } = await call(answerQuote, { params: { code }, body: values as never });
    return { message, inquiry: await readAgain(code) };
  },
};

export const message: StatusCalls = {
  errors: (values) =>
    isBlank(values.message ?? '') && isBlank(values.vins ?? '')
      ? { message: messages.nothing }
      : fieldErrors(messageInput, values),
  async send(code, values, idempotencyKey) {
    const input = { params: { code }, body: values as never };
    const sent = await call(writeAboutInquiry, input, { idempotencyKey });
    return { message: sent.message, inquiry: await readAgain(code) };
  },
};
