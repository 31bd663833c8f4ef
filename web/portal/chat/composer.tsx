import { MessageSquareText, Paperclip, SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { filledReply } from '#contract/canned-replies.ts';
import { maxMessageLength } from '#contract/message-input.ts';
import { cannedReplies } from '#contract/messages/canned-replies.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { locale, t } from '#contract/text/languages.ts';
import { isComposing } from '#web/lib/device/is-composing.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { controlClass } from '#web/ui/input.tsx';
import { ScanButton } from '#web/ui/scan/scan-button.tsx';
import { useUploadLimit } from '../shared/files/use-upload-limit.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { InsertReplyDialog } from './insert-reply-dialog.tsx';
import { withInserted } from './inserted-reply.ts';
import { ManageRepliesDialog } from './manage-replies-dialog.tsx';
import { accepted, type ChosenFile, type useAttachments } from './use-attachments.ts';

/** The character count is shown from this length on. */
const showLengthFrom = maxMessageLength - 200;

interface ComposerProps {
  box: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  onDraft: (text: string) => void;
  files: Pick<ReturnType<typeof useAttachments>, 'attached' | 'alert' | 'add' | 'remove'>;
  onSend: () => void;
  /** The receiver's first name, for canned replies; null for those who have none. */
  receiver: string | null;
}

/** The text box of a conversation: Enter sends, Shift+Enter starts a new line, `/` in an empty one finds a canned reply. */
export function Composer({ box, draft, onDraft, files, onSend, receiver }: ComposerProps) {
  const [dialog, setDialog] = useState<'insert' | 'manage' | null>(null);
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  /** Where the cursor goes after an insertion. */
  const cursor = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (cursor.current === null) return;
    box.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });
  const megabytes = useUploadLimit();
  // As the server counts: an emoji is one character.
  const { length } = [...draft.trim()];
  const error = length > maxMessageLength ? messages.tooLong : errorOf(files.attached);
  const shownError = error ?? files.alert;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!error) onSend();
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    submit(event);
  }

  function onChange(text: string) {
    if (receiver !== null && draft === '' && text === '/') setDialog('insert');
    else onDraft(text);
  }

  function insert(text: string) {
    const { selectionStart: start = draft.length, selectionEnd: end = start } = box.current ?? {};
    const inserted = withInserted(draft, { start, end }, filledReply(text, receiver ?? ''));
    onDraft(inserted.draft);
    setDialog(null);
    cursor.current = inserted.cursor;
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    // A spreadsheet copies its text as a picture, too.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    files.add(pasted);
  }

  return (
    <>
      <form className="border-t-2 border-ink bg-paper px-1 py-2 sm:px-5 sm:py-3" onSubmit={submit}>
        <ChosenFiles
          files={files.attached}
          onRemove={(key) => {
            files.remove(key);
            box.current?.focus();
          }}
        />
        <div className="flex flex-wrap items-end gap-1 sm:gap-2">
          <Button
            aria-label={t('Attach photos or PDFs', 'Adjuntar fotos o PDF')}
            className="shrink-0"
            onClick={() => chooser.current?.click()}
            size="icon"
            title={t('Attach photos or PDFs', 'Adjuntar fotos o PDF')}
            variant="quiet"
          >
            <Paperclip aria-hidden="true" className="size-5" />
          </Button>
          <input
            accept={accepted}
            aria-hidden="true"
            className="hidden"
            multiple
            onChange={(event) => {
              const picked = [...(event.target.files ?? [])];
              // Allows choosing the same file again.
              event.target.value = '';
              files.add(picked);
              box.current?.focus();
            }}
            ref={chooser}
            tabIndex={-1}
            type="file"
          />
          <ScanButton
            isIcon
            megabytes={megabytes}
            onPdf={(pdf) => {
              files.add([pdf]);
              box.current?.focus();
            }}
          />
          {receiver !== null && (
            <Button
              aria-label={cannedReplies.insert}
              className="shrink-0"
              onClick={() => setDialog('insert')}
              size="icon"
              title={cannedReplies.insert}
              variant="quiet"
            >
              <MessageSquareText aria-hidden="true" className="size-5" />
            </Button>
          )}
          <div className="flex min-w-[min(100%,26rem)] flex-1 items-end gap-1 sm:gap-2">
            <textarea
              aria-describedby={shownError ? `${id}-error` : undefined}
              aria-invalid={error ? true : undefined}
              aria-label={t('Message', 'Mensaje')}
              className={`${controlClass} field-sizing-content max-h-40 min-w-0 flex-1 resize-none`}
              dir="auto"
              enterKeyHint="send"
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
              placeholder={messages.placeholder}
              ref={box}
              rows={Math.min(5, draft.split('\n').length)}
              value={draft}
            />
            <Button className="shrink-0 max-sm:size-11 max-sm:p-0" type="submit">
              <SendHorizontal aria-hidden="true" className="size-5" />
              <span className="max-sm:sr-only">{messages.send}</span>
            </Button>
          </div>
        </div>
        {shownError && <FieldError id={`${id}-error`}>{shownError}</FieldError>}
        {length > showLengthFrom && (
          <p className="mt-1 text-right text-sm text-steel tabular-nums">
            {t(
              `${length.toLocaleString()} of ${maxMessageLength.toLocaleString()} characters`,
              `${length.toLocaleString(locale())} de ${maxMessageLength.toLocaleString(locale())} caracteres`,
            )}
          </p>
        )}
      </form>
      {dialog === 'insert' && (
        <InsertReplyDialog
          onClose={() => setDialog(null)}
          onInsert={insert}
          onManage={() => setDialog('manage')}
          returnTo={box}
        />
      )}
      {dialog === 'manage' && (
        <ManageRepliesDialog onClose={() => setDialog(null)} returnTo={box} />
      )}
    </>
  );
}

/** The first reason that a chosen file can't be sent; of several files with its name. */
function errorOf(attached: readonly ChosenFile[]): string | undefined {
  const wrong = attached.find(({ error }) => error !== undefined);
  if (wrong?.error === undefined || attached.length === 1) return wrong?.error;
  return messages.fileError(wrong.file.name, wrong.error);
}
