import { type InputEvent, useEffect, useRef, useState } from 'react';
import { maxQuoteLength as maxLength } from '#contract/form-choices.ts';
import { states } from '#contract/rules/states.ts';
import { lengthOf } from '#contract/text/characters.ts';
import { locale, t } from '#contract/text/languages.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { useFormField } from '#web/ui/form-state.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';

const stateOptions = states.map(([value, label]) => ({ value, label }));

export function TestimonialFields() {
  return (
    <>
      <QuoteField />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField autoComplete="name" label={t('Your name', 'Su nombre')} name="client" required />
        <TextField
          autoComplete="organization-title"
          hint={t('For example: Sales Manager.', 'Por ejemplo: gerente de ventas.')}
          label={t('Your role', 'Su puesto')}
          name="role"
          required
        />
        <TextField
          autoComplete="organization"
          className="sm:col-span-2"
          label={t('Company', 'Empresa')}
          name="company"
          required
        />
        <TextField autoComplete="address-level2" label={t('City', 'Ciudad')} name="city" required />
        <ChoiceField
          autoComplete="address-level1"
          label={t('State', 'Estado')}
          name="state"
          options={stateOptions}
          required
        />
      </div>
    </>
  );
}

function QuoteField() {
  const { value } = useFormField('quote');
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(lengthOf(value));
  // Some of it may have been typed before this script ran.
  useEffect(() => setLength(lengthOf(area.current?.value ?? '')), []);
  const left = maxLength - length;
  return (
    <AreaField
      hint={
        <span className={left < 0 ? 'font-semibold text-danger' : ''}>
          {left < 0
            ? t(
                `${(-left).toLocaleString(locale())} characters too many. Use at most ${maxLength}.`,
                `${left === -1 ? 'Sobra 1 carácter' : `Sobran ${(-left).toLocaleString(locale())} caracteres`}. Use como máximo ${maxLength}.`,
              )
            : t(
                `A sentence or two. ${length} of ${maxLength} characters.`,
                `Una o dos frases. ${length} de ${maxLength} caracteres.`,
              )}
        </span>
      }
      label={t('How did it go?', '¿Cómo le fue?')}
      name="quote"
      onInput={(event: InputEvent<HTMLTextAreaElement>) =>
        setLength(lengthOf(event.currentTarget.value))
      }
      ref={area}
      required
      rows={6}
    />
  );
}
