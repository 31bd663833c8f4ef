import { type KeyboardEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { carRegions, drawing, regionName } from '#contract/car-regions.ts';
import { t } from '#contract/text/languages.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type Part = 'area' | 'type' | 'severity';

interface DamageCodeProps {
  /** The digits of the area; '' for none. */
  value: string;
  onArea: (digits: string) => void;
  register: (name: Part) => UseFormRegisterReturn;
  errors: Partial<Record<Part, { message?: string | undefined }>>;
}

/** The place on the car, and the other digits of the damage code for people who know them. */
export function DamageCode({ value, onArea, register, errors }: DamageCodeProps) {
  const digits = (name: Part, label: string, count: number) => (
    <Field error={errors[name]?.message} label={label} name={name}>
      <Input {...register(name)} autoComplete="off" inputMode="numeric" maxLength={count} />
    </Field>
  );
  const [isOpen, setOpen] = useState(false);
  // An error must not be hidden.
  const hasError = Boolean(errors.area ?? errors.type ?? errors.severity);
  return (
    <fieldset className="grid gap-4 border-y border-line py-4 sm:grid-cols-2">
      <legend className="sr-only">{t('Place on the car', 'Parte del carro')}</legend>
      <CarDrawing onChoose={onArea} value={value} />
      <div className="grid content-start gap-4">
        <p aria-live="polite" className="font-display font-semibold">
          {value === ''
            ? t('Tap the place on the car.', 'Toque la parte del carro.')
            : (regionName(value) ?? t(`Area ${value}`, `Área ${value}`))}
        </p>
        <details
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
          open={isOpen || hasError}
        >
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-steel underline underline-offset-4">
            {t('I know the damage code', 'Conozco el código del daño')}
          </summary>
          <div className="grid gap-4 pt-2">
            {digits('area', t('Area (two digits)', 'Área (dos dígitos)'), 2)}
            {digits('type', t('Type (two digits)', 'Tipo (dos dígitos)'), 2)}
            {digits('severity', t('Severity (one digit)', 'Gravedad (un dígito)'), 1)}
            <p className="text-sm text-steel">
              {t(
                'Not sure about type or severity? Leave them blank. The office fills them in.',
                '¿No sabe el tipo o la gravedad? Déjelos en blanco. La oficina los completa.',
              )}
            </p>
          </div>
        </details>
      </div>
    </fieldset>
  );
}

interface CarDrawingProps {
  /** The digits of the chosen place; '' for none. */
  value: string;
  onChoose: (digits: string) => void;
}

/** A car from above whose parts can be chosen by tap, click or keyboard. */
function CarDrawing({ value, onChoose }: CarDrawingProps) {
  const choose = (digits: string) => onChoose(digits === value ? '' : digits);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG element can't be a fieldset
    <svg
      aria-label={t(
        'Place on the car, seen from above, front at the top',
        'Parte del carro, visto desde arriba, con el frente hacia arriba',
      )}
      className="mx-auto block w-full max-w-88 touch-manipulation select-none sm:max-w-64"
      role="group"
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
    >
      {carRegions.map(({ digits, name: english, spanish, box: [x, y, width, height] }) => {
        const name = t(english, spanish);
        const isChosen = digits === value;
        return (
          // biome-ignore lint/a11y/useSemanticElements: an SVG has no buttons
          <g
            aria-label={name}
            aria-pressed={isChosen}
            className="group cursor-pointer outline-none"
            key={digits}
            onClick={() => choose(digits)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              choose(digits);
            }}
            role="button"
            tabIndex={0}
          >
            <title>{name}</title>
            <rect
              className={`group-focus-visible:stroke-rust group-focus-visible:stroke-4 ${
                isChosen
                  ? 'fill-signal stroke-ink stroke-3'
                  : 'fill-sheet stroke-edge stroke-2 group-hover:fill-well'
              }`}
              height={height}
              rx={8}
              width={width}
              x={x}
              y={y}
            />
            <text
              className={`text-xs ${isChosen ? 'fill-asphalt font-bold' : 'fill-steel'}`}
              dominantBaseline="central"
              textAnchor="middle"
              x={x + width / 2}
              y={y + height / 2}
            >
              {width > 60 ? name : digits}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
