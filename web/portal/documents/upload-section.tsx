import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { faultsOf, fieldFaults, focusFirstFault, isAtField, without } from './document-check.ts';
import { DocumentFields, type DocumentValues } from './document-fields.tsx';
import { useReloadDocuments } from './documents.data.ts';

const blank: DocumentValues = { file: null, file_name: '', user_ids: [], acknowledge: 0 };

/** The admin's upload: what was typed stays until it is stored. `aside` stands beside the button. */
export function UploadSection({ kind, aside }: { kind: DocumentKind; aside?: ReactNode }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const reload = useReloadDocuments();
  const { start, cancel, percent } = useUpload(documentCalls[kind].upload);
  const [values, setValues] = useState(blank);
  const [round, setRound] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);
  const { kinds } = documentCalls[kind].upload.upload;
  const isSending = percent !== null;

  async function send(event: FormEvent) {
    event.preventDefault();
    hush();
    setFailure(null);
    setCancelled(false);
    const faults = faultsOf(values, { isNew: true, peopleRequired: true });
    setErrors(faults);
    if (Object.keys(faults).length > 0) return focusFirstFault(form.current);
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    const { file, ...fields } = values;
    try {
      const reply = await start({ fields, file });
      if (reply === null) return setCancelled(true);
      setValues(blank);
      setRound(round + 1);
      say(reply.message);
      void reload();
    } catch (error) {
      setFailure(error);
      setErrors(fieldFaults(error));
      if (isAtField(error)) void reload();
      focusFirstFault(form.current);
    }
  }

  return (
    <section
      aria-labelledby={id}
      className="mb-10 border border-t-2 border-line border-t-ink bg-sheet p-5 print:hidden"
    >
      <h2 className="display mb-4 text-lg" id={id}>
        {text.kinds[kind].uploadHeading}
      </h2>
      <form
        className="grid gap-4"
        id={`${id}-form`}
        noValidate
        onSubmit={(event) => void send(event)}
        ref={form}
      >
        <DocumentFields
          disabled={isSending}
          errors={errors}
          isNew
          key={round}
          kinds={kinds}
          onChange={(change) => {
            setValues((old) => ({ ...old, ...change }));
            setErrors((old) => without(old, Object.keys(change)));
          }}
          peopleRequired
          values={values}
        />
        {failure !== null && !isAtField(failure) && (
          <FailedWrite error={failure} fallback={text.uploadFailed} />
        )}
        {cancelled && <Notice>{text.uploadCancelled}</Notice>}
        <UploadProgress name={values.file?.name ?? ''} onCancel={cancel} percent={percent} />
      </form>
      {/* Outside the form, since what stands in a window of its own would still be sent with it. */}
      <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button busy={isSending} form={`${id}-form`} type="submit">
          Upload
        </Button>
        {aside}
      </div>
    </section>
  );
}
