import { type ReactNode, useId } from 'react';
import { type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { DocumentFields } from './document-fields.tsx';
import { useReloadDocuments } from './documents.data.ts';
import { useNewDocument } from './use-new-document.ts';

/** The admin's upload: what was typed stays until it is stored. `aside` stands beside the button. */
export function UploadSection({ kind, aside }: { kind: DocumentKind; aside?: ReactNode }) {
  const id = useId();
  const { upload } = documentCalls[kind];
  const reload = useReloadDocuments();
  const { form, values, round, errors, failure, cancelled, percent, cancel, change, send } =
    useNewDocument({ call: upload, peopleRequired: true, reload });
  const isSending = percent !== null;

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
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        ref={form}
      >
        <DocumentFields
          disabled={isSending}
          errors={errors}
          isNew
          key={round}
          kinds={upload.upload.kinds}
          onChange={change}
          peopleRequired
          values={values}
        />
        {failure !== null && <FailedWrite error={failure} fallback={text.uploadFailed} />}
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
