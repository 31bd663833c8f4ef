import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Claim, createClaimPhoto } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { Picture } from '../shared/files/picture.tsx';
import { UploadProgress } from '../shared/files/upload-progress.tsx';
import { usePrepareFile } from '../shared/files/use-prepare-file.ts';
import { useUpload } from '../shared/files/use-upload.ts';
import { Waiting } from '../shared/offline/outbox.ts';
import { toast } from '../shared/toast.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { claimsKey } from './claims.data.ts';

/** The photos of a claim with the time that the camera noted, and a button that adds one. */
export function ClaimPhotos({ claim: { damage_id, photos } }: { claim: Claim }) {
  return (
    <section aria-labelledby="claim-photos">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-lg" id="claim-photos">
          {t('Photos', 'Fotos')}
        </h2>
        <AddPhoto damageId={damage_id} />
      </div>
      {photos.length === 0 && (
        <p className="text-steel">{t('No photos yet.', 'Todavía no hay fotos.')}</p>
      )}
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {photos.map(({ file_path, captured_at, uploaded_at, picture }, at) => (
          <li className="border border-line bg-sheet" key={file_path}>
            <Picture
              alt={t(`Photo ${at + 1}`, `Foto ${at + 1}`)}
              className="aspect-[4/3]"
              cover
              imageKey={file_path}
              picture={picture}
              presign="settlements"
              sizes="(min-width: 40rem) 16rem, 45vw"
            />
            <div className="px-3 py-2 text-sm">
              <p className="text-steel">
                {captured_at
                  ? t(`Taken ${usDayAndTime(captured_at)}`, `Tomada: ${usDayAndTime(captured_at)}`)
                  : t(
                      `Added ${usDayAndTime(uploaded_at)}`,
                      `Agregada: ${usDayAndTime(uploaded_at)}`,
                    )}
              </p>
              <FileLink
                label={t(`Open photo ${at + 1}`, `Abrir la foto ${at + 1}`)}
                path={file_path}
                presign="settlements"
              >
                {t('Open', 'Abrir')}
              </FileLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddPhoto({ damageId }: { damageId: number }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { start, cancel, percent } = useUpload(createClaimPhoto);
  const prepare = usePrepareFile(createClaimPhoto.upload.kinds);
  const [failure, setFailure] = useState<string>();

  async function add(chosen: File | undefined) {
    if (!chosen) return;
    setFailure(undefined);
    try {
      const { file, fault } = await prepare(chosen);
      if (fault !== null) setFailure(fault);
      if (file === null) return;
      const reply = await start({ params: { id: damageId }, fields: {}, file });
      if (reply) toast.show(reply.message);
    } catch (error) {
      if (error instanceof Waiting) toast.show(error.message, 'info');
      else setFailure(errorMessage(error, messages.photoFailed));
    }
    await client.invalidateQueries({ queryKey: claimsKey });
  }

  return (
    <div className="grid gap-2">
      <Button
        busy={percent !== null}
        onClick={() => input.current?.click()}
        size="sm"
        variant="secondary"
      >
        {t('Add photo', 'Agregar foto')}
      </Button>
      <input
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('Photo to add', 'Foto para agregar')}
        hidden
        onChange={({ target }) => {
          void add(target.files?.[0]);
          target.value = '';
        }}
        ref={input}
        type="file"
      />
      <UploadProgress name={t('the photo', 'la foto')} onCancel={cancel} percent={percent} />
      {failure && <FieldError id="claim-photo-error">{failure}</FieldError>}
    </div>
  );
}
