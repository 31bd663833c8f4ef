import { MessageSquareText, Paperclip, SendHorizontal, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { filledReply } from '#contract/canned-replies.ts';
import { maxMessageLength } from '#contract/message-input.ts';
import { cannedReplies } from '#contract/messages/canned-replies.ts';
import { chat as messages } from '#contract/messages/chat.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { controlClass } from '#web/ui/input.tsx';
import { ScanButton } from '#web/ui/scan/scan-button.tsx';
import { fileFacts, formatSize } from '../shared/files/file-facts.ts';
import { useUploadLimit } from '../shared/files/use-upload-limit.ts';
import { InsertReplyDialog } from './insert-reply-dialog.tsx';
import { ManageRepliesDialog } from './manage-replies-dialog.tsx';
import { accepted, type ChosenFile } from './use-attachment.ts';

/** The character count is shown from this length on. */
const showLengthFrom = maxMessageLength - 200;

interface ComposerProps {
  box: RefObject<HTMLTextAreaElement | null>;
  draft: string;
  onDraft: (text: string) => void;
  attached: ChosenFile | null;
  onFile: (file: File | null) => void;
  onSend: () => void;
  /** The receiver's first name, for canned replies; null for those who have none. */
  receiver: string | null;
}

/** The text box of a conversation: Enter sends, Shift+Enter starts a new line, `/` in an empty one finds a canned reply. */
export function Composer({
  box,
  draft,
  onDraft,
  attached,
  onFile,
  onSend,
  receiver,
}: ComposerProps) {
  const [dialog, setDialog] = useState<'insert' | 'manage' | null>(null);
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const megabytes = useUploadLimit();
  // As the server counts: an emoji is one character.
  const { length } = [...draft.trim()];
  const error = length > maxMessageLength ? messages.tooLong : attached?.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!error) onSend();
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter can also end the composition of a Japanese word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    submit(event);
  }

  function onChange(text: string) {
    if (receiver !== null && draft === '' && text === '/') setDialog('insert');
    else onDraft(text);
  }

  function insert(text: string) {
    const { selectionStart: start, selectionEnd: end } = box.current ?? {};
    const filled = filledReply(text, receiver ?? '');
    onDraft(`${draft.slice(0, start)}${filled}${draft.slice(end)}`);
    setDialog(null);
  }

  function onPaste(event: ClipboardEvent) {
    const [file] = event.clipboardData.files;
    // A spreadsheet copies its text as a picture, too.
    if (!file || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    onFile(file);
  }

  return (
    <>
      <form className="border-t-2 border-ink bg-paper px-1 py-2 sm:px-5 sm:py-3" onSubmit={submit}>
        {attached && (
          <AttachedFile
            file={attached.file}
            onRemove={() => {
              onFile(null);
              box.current?.focus();
            }}
          />
        )}
        <div className="flex flex-wrap items-end gap-1 sm:flex-nowrap sm:gap-2">
          <Button
            aria-label="Attach a photo or a PDF"
            className="shrink-0"
            onClick={() => chooser.current?.click()}
            size="icon"
            title="Attach a photo or a PDF"
            variant="quiet"
          >
            <Paperclip aria-hidden="true" className="size-5" />
          </Button>
          <input
            accept={accepted}
            aria-hidden="true"
            className="hidden"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              // Allows choosing the same file again.
              event.target.value = '';
              if (file) onFile(file);
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
              onFile(pdf);
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
          <div className="flex min-w-[min(100%,16.5rem)] flex-1 items-end gap-1 sm:gap-2">
            <textarea
              aria-describedby={error ? `${id}-error` : undefined}
              aria-invalid={error ? true : undefined}
              aria-label="Message"
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
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {length > showLengthFrom && (
          <p className="mt-1 text-right text-sm text-steel tabular-nums">
            {length.toLocaleString()} of {maxMessageLength.toLocaleString()} characters
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

/** The file of the next message. */
function AttachedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const isPdf = file.type === 'application/pdf';
  return (
    <div className="mb-2 flex items-center gap-2 border border-line bg-sheet pl-3">
      <p className="min-w-0 flex-1 truncate text-sm">
        <bdi className="font-semibold">{file.name}</bdi>{' '}
        <span className="text-steel">
          {isPdf ? fileFacts({ kind: 'pdf', size: file.size }) : formatSize(file.size)}
        </span>
      </p>
      <Button
        aria-label={`Do not send ${file.name}`}
        onClick={onRemove}
        size="icon"
        variant="quiet"
      >
        <X aria-hidden="true" className="size-5" />
      </Button>
    </div>
  );
}
