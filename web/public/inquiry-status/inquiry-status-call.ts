import {
  answerInput,
  answerQuote,
  getInquiryStatus,
  type InquiryStatus,
  messageInput,
  renewInput,
  renewQuote,
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

async function withInquiry(code: string, sent: Promise<{ message: string }>): Promise<Sent> {
  const { message } = await sent;
  const inquiry = await call(getInquiryStatus, { params: { code } }).catch(() => null);
  return { message, inquiry };
}

// The endpoints validate the bodies, whose types can't be known before.
export const answer: StatusCalls = {
  errors: (values) => fieldErrors(answerInput, values),
  send: (code, values) =>
    withInquiry(code, call(answerQuote, { params: { code }, body: values as never })),
};

export const renewal: StatusCalls = {
  errors: (values) => fieldErrors(renewInput, values),
  send: (code, values) =>
    withInquiry(code, call(renewQuote, { params: { code }, body: values as never })),
};

export const message: StatusCalls = {
  errors: (values) =>
    isBlank(values.message ?? '') && isBlank(values.vins ?? '')
      ? { message: messages.nothing }
      : fieldErrors(messageInput, values),
  send: (code, values, idempotencyKey) => {
    const input = { params: { code }, body: values as never };
    return withInquiry(code, call(writeAboutInquiry, input, { idempotencyKey }));
  },
};
