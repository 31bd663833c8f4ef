import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { createClaim, maxPhotos } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, RequiredMark } from '#web/ui/field.tsx';
import { ChosenPicture } from '../shared/files/chosen-picture.tsx';
import { usePrepareFile } from '../shared/files/use-prepare-file.ts';

// Without HEIC and with JPEG first, so that Safari converts photos itself, to JPEG, and keeps the time in them.
const accept = 'image/jpeg,image/png,image/webp';

/** The same for a photo that is chosen twice. */
const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

interface PhotoPickerProps {
  photos: readonly File[];
  onChange: (photos: File[]) => void;
  error: string | undefined;
}

/** Takes photos with the camera, or chooses stored ones. */
export function PhotoPicker({ photos, onChange, error }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);
  const prepare = usePrepareFile(createClaim.upload.kinds);
  const [fault, setFault] = useState<string>();
  // Photos that are chosen while others are checked are added to them.
  const latest = useRef(photos);
  latest.current = photos;

  async function add(chosen: readonly File[]) {
    setFault(undefined);
    const results = await Promise.all(chosen.map((file) => prepare(file)));
    const added = results.flatMap(({ file }) => file ?? []);
    const problem = results.find((result) => result.fault !== null)?.fault ?? undefined;
    const all = [
      ...new Map([...latest.current, ...added].map((file) => [keyOf(file), file])).values(),
    ];
    setFault(all.length > maxPhotos ? messages.tooManyPhotos(maxPhotos) : problem);
    latest.current = all.slice(0, maxPhotos);
    onChange([...latest.current]);
  }

  const input = (ref: typeof camera, label: string, isCamera: boolean) => (
    <input
      accept={accept}
      aria-label={label}
      capture={isCamera ? 'environment' : undefined}
      hidden
      multiple={!isCamera}
      onChange={({ target }) => {
        void add([...(target.files ?? [])]);
        target.value = '';
      }}
      ref={ref}
      type="file"
    />
  );
  const problem = fault ?? error;
  return (
    <fieldset>
      <legend className="mb-1 font-display text-sm font-semibold">
        {t('Photos', 'Fotos')}
        <RequiredMark />
      </legend>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => camera.current?.click()}>
          <Camera aria-hidden="true" className="size-5" />
          {t('Take photo', 'Tomar foto')}
        </Button>
        <Button onClick={() => library.current?.click()} variant="secondary">
          {t('Choose photos', 'Elegir fotos')}
        </Button>
        {input(camera, t('Photo from the camera', 'Foto de la cámara'), true)}
        {input(library, t('Photos from this device', 'Fotos de este dispositivo'), false)}
      </div>
      <p className="mt-1 text-sm text-steel">{messages.photosHint(photos.length, maxPhotos)}</p>
      {problem && <FieldError id="photos-error">{problem}</FieldError>}
      {photos.length > 0 && (
        <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {photos.map((photo, at) => (
            <li className="border border-line bg-sheet" key={keyOf(photo)}>
              <ChosenPicture alt={t(`Photo ${at + 1}`, `Foto ${at + 1}`)} file={photo} />
              <Button
                aria-label={t(`Remove photo ${at + 1}`, `Quitar la foto ${at + 1}`)}
                className="w-full"
                onClick={() => onChange(photos.filter((one) => one !== photo))}
                size="sm"
                variant="quiet"
              >
                {t('Remove', 'Quitar')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
