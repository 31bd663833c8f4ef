import { data } from 'react-router';
import { asCallError } from '#web/lib/api/call-error.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';

/** The values and errors of a form that was posted without scripts and rejected. */
export interface ReturnedForm {
  values: FormValues;
  errors: Record<string, string>;
  message: string;
  /** By default an error. */
  tone?: 'info';
}

interface PostedForm<Sent> {
  /** The schema of the call's body. */
  schema: { shape: object };
  submitFailed: string;
  send: (values: FormValues) => Promise<Sent>;
}

type PostResult<Sent> = { sent: Sent; returned: null } | { sent: null; returned: ReturnedForm };

/** Handles the form post of a browser without scripts; a rejected form comes back with its values. */
export async function handlePost<Sent>(request: Request, form: PostedForm<Sent>) {
  const posted = await request.formData();
  const values: FormValues = {};
  for (const [name, value] of posted) {
    // Rows are named by index: `stops.0.location`.
    const [field = ''] = name.split('.');
    if (Object.hasOwn(form.schema.shape, field) && typeof value === 'string') values[name] = value;
  }
  try {
    const sent = await form.send(values);
    // Status 200 even if the loader returns 404, as for a one-time link that was just used.
    return data<PostResult<Sent>>({ sent, returned: null }, { status: 200 });
  } catch (error) {
    const failure = asCallError(error);
    if (!failure) throw error;
    const { status, body } = failure;
    // A one-time link that doesn't work is final, so don't suggest sending again.
    const message = status === 404 ? body.error : `${form.submitFailed} ${body.error}`;
    const returned = { values, errors: body.fields ?? {}, message };
    return data<PostResult<Sent>>({ sent: null, returned }, { status });
  }
}
