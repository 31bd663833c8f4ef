import { ScanBarcode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { claims as messages } from '#contract/messages/claims.ts';
import { oddityOf, plainVin, vinLength } from '#contract/rules/vin.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { canScan, scanVin } from './vin-scanner.ts';

interface VinFieldProps {
  value: string;
  onChange: (vin: string) => void;
  error: string | undefined;
}

/** A VIN, with a warning when it is odd; where the browser can, read from a photo of its barcode. */
export function VinField({ value, onChange, error }: VinFieldProps) {
  const camera = useRef<HTMLInputElement>(null);
  // Known only in the browser.
  const [isScanner, setScanner] = useState(false);
  useEffect(() => setScanner(canScan()), []);
  const [note, setNote] = useState('');
  const [isTyping, setTyping] = useState(false);
  const oddity = oddityOf(value);
  const isWhole = value.length === vinLength;

  async function scan(photo: File | undefined) {
    if (!photo) return;
    setNote(messages.scanning);
    const vin = await scanVin(photo).catch(() => null);
    setNote(vin === null ? messages.nothingScanned : messages.scanned);
    if (vin !== null) onChange(vin);
  }

  return (
    <div className="flex items-start gap-3">
      <Field
        className="min-w-0 flex-1"
        error={error}
        hint={isWhole && !oddity ? messages.goodVin : messages.vinLength(value.length)}
        label="VIN"
        name="vin"
        // While it is being typed, every VIN is short.
        warning={oddity && !(oddity === 'short' && isTyping) ? messages.oddVins[oddity] : undefined}
      >
        <Input
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={100}
          onBlur={() => setTyping(false)}
          onChange={(event) => {
            setNote('');
            setTyping(true);
            onChange(plainVin(event.target.value));
          }}
          spellCheck={false}
          value={value}
        />
        <p className="text-sm text-steel" role="status">
          {note}
        </p>
      </Field>
      {isScanner && (
        <>
          <Button className="mt-6" onClick={() => camera.current?.click()} variant="secondary">
            <ScanBarcode aria-hidden="true" className="size-5" />
            {t('Scan', 'Escanear')}
          </Button>
          <input
            accept="image/*"
            aria-label={t("Photo of the VIN's barcode", 'Foto del código de barras del VIN')}
            capture="environment"
            hidden
            onChange={({ target }) => {
              void scan(target.files?.[0]);
              target.value = '';
            }}
            ref={camera}
            type="file"
          />
        </>
      )}
    </div>
  );
}
