import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  driverHistoryInput,
  employerYears,
  gapsOf,
  type HistoryList,
  historyLists,
  historyParts,
  missingParts,
  statement,
} from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import type { RecordField } from '#contract/wire/record-fields.ts';
import { readForm } from '#web/lib/forms/form-values.ts';
import { ChoiceField, FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { historyOf } from './driver-history-values.ts';
import { RowList } from './row-list.tsx';

interface DriverHistoryFieldsProps {
  /** Undefined where the form asks for it. */
  hasCdl?: boolean;
  onRows: (list: string) => void;
}

/** The record of 49 CFR 391.21(b), with a meter. Nothing of it is required. */
export function DriverHistoryFields({ hasCdl, onRows }: DriverHistoryFieldsProps) {
  return (
    <div className="full grid grid-cols-1 gap-10">
      <HistoryMeter hasCdl={hasCdl} />
      <Rows
        hint={t(
          'Where you lived in the last three years.',
          'Dónde vivió en los últimos tres años.',
        )}
        list="addresses"
        noun={t('Address', 'Domicilio')}
        onRows={onRows}
        title={t('Addresses', 'Domicilios')}
      />
      <div className="grid grid-cols-1 gap-5">
        <Rows
          hint={t(
            'Employers of the last three years, or of the last ten years if you have a CDL.',
            'Empleadores de los últimos tres años, o de los últimos diez si tiene CDL.',
          )}
          list="employers"
          noun={t('Employer', 'Empleador')}
          onRows={onRows}
          title={t('Employers', 'Empleadores')}
        />
        <AreaField
          hint={t(
            'School, time between jobs, illness: say when and what.',
            'Escuela, tiempo sin empleo, enfermedad: diga cuándo y qué.',
          )}
          label={t('Explain times without an employer', 'Explique el tiempo sin empleador')}
          name="driver_history.gaps"
          rows={3}
        />
      </div>
      <div>
        <FlagField
          label={t(
            'I had no accidents in the last three years',
            'No tuve accidentes en los últimos tres años',
          )}
          name="driver_history.has_no_accidents"
        />
        <Rows
          list="accidents"
          noun={t('Accident', 'Accidente')}
          onRows={onRows}
          title={t('Accidents', 'Accidentes')}
        />
      </div>
      <div>
        <FlagField
          label={t(
            'I had no traffic violations in the last three years, other than parking',
            'No tuve infracciones de tránsito en los últimos tres años, aparte de estacionamiento',
          )}
          name="driver_history.has_no_violations"
        />
        <Rows
          list="violations"
          noun={t('Violation', 'Infracción')}
          onRows={onRows}
          title={t('Traffic violations', 'Infracciones de tránsito')}
        />
      </div>
      <AreaField
        hint={t('Leave blank if there was none.', 'Déjelo en blanco si no hubo ninguna.')}
        label={t(
          'Any license that was denied, revoked or suspended, and why',
          'Licencias negadas, revocadas o suspendidas, y por qué',
        )}
        name="driver_history.denials"
        rows={3}
      />
      <fieldset className="grid grid-cols-1 gap-4">
        <legend className="mb-3 font-display text-lg font-bold">
          {t('Signed statement', 'Declaración firmada')}
        </legend>
        <FlagField label={statement()} name="driver_history.is_certified" />
        <TextField
          autoComplete="name"
          hint={t('Typing your name is your signature.', 'Escribir su nombre vale como su firma.')}
          label={t('Your full name', 'Su nombre completo')}
          name="driver_history.signed_name"
        />
      </fieldset>
    </div>
  );
}

interface RowsProps {
  list: HistoryList;
  noun: string;
  title: string;
  hint?: string;
  onRows: (list: string) => void;
}

function Rows({ list, noun, title, hint, onRows }: RowsProps) {
  const fields: [string, RecordField][] = Object.entries(historyLists[list]);
  return (
    <section>
      <h3 className="font-display text-lg font-bold">{title}</h3>
      {hint && <p className="mb-3 text-sm text-steel">{hint}</p>}
      <RowList
        addLabel={`${t('Add', 'Agregar')} ${noun.toLowerCase()}`}
        list={`driver_history.${list}`}
        noun={noun}
        onRows={onRows}
      >
        {(row) =>
          fields.map(([name, field]) => (
            <RowField field={field} key={name} name={`${row}.${name}`} />
          ))
        }
      </RowList>
    </section>
  );
}

/** The labels and hints of the contract, which the office reads too. */
const spanish: Readonly<Record<string, string>> = {
  'Street address': 'Calle y número',
  City: 'Ciudad',
  State: 'Estado',
  'ZIP code': 'Código postal',
  From: 'Desde',
  To: 'Hasta',
  'Leave blank if it is current.': 'Déjelo en blanco si es el actual.',
  Employer: 'Empleador',
  Position: 'Puesto',
  Address: 'Domicilio',
  Phone: 'Teléfono',
  'Reason for leaving': 'Motivo de salida',
  'I drove under the Federal Motor Carrier Safety Regulations':
    'Manejaba bajo las reglas federales de seguridad para transportistas (FMCSR)',
  'The job required DOT drug and alcohol testing':
    'El trabajo exigía pruebas de drogas y alcohol del DOT',
  Date: 'Fecha',
  'What happened': 'Qué pasó',
  Fatalities: 'Muertos',
  Injuries: 'Heridos',
  'Hazardous materials were spilled': 'Se derramaron materiales peligrosos',
  Location: 'Lugar',
  Charge: 'Cargo',
  Penalty: 'Sanción',
};

function RowField({ name, field }: { name: string; field: RecordField }) {
  const { kind } = field;
  const label = t(field.label, spanish[field.label] ?? field.label);
  const hint = field.hint && t(field.hint, spanish[field.hint] ?? field.hint);
  const shared = { name, label, hint, className: kind === 'flag' || field.isWide ? 'full' : '' };
  if (kind === 'flag') return <FlagField {...shared} />;
  if (kind === 'date') return <DateField {...shared} />;
  if (kind === 'choice') return <ChoiceField {...shared} options={field.options ?? []} />;
  return (
    <TextField
      autoComplete="off"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      {...shared}
    />
  );
}

/** How much of the record is there, and what is missing. */
function HistoryMeter({ hasCdl }: { hasCdl: boolean | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<string[]>([]);
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    const read = () => {
      const values = readForm(form);
      const parsed = z.safeParse(driverHistoryInput, historyOf(values));
      // While a date is half typed, what was found before stays.
      if (!parsed.success) return;
      const [history, day] = [parsed.data, today()];
      const isCdl = hasCdl ?? values.has_cdl_license === '1';
      setMissing(
        missingParts(history, isCdl, day).map((part) => {
          const rows = (part === 'addresses' || part === 'employers') && history?.[part];
          const years = part === 'employers' ? employerYears(isCdl) : 3;
          const gaps = rows && rows.length > 0 ? gapsOf(rows, years, day) : [];
          const days = gaps.map(({ from, to }) =>
            t(
              `${usCalendarDay(from)} to ${usCalendarDay(to)}`,
              `${usCalendarDay(from)} al ${usCalendarDay(to)}`,
            ),
          );
          return [messages.missing[part], days.join(', ')].filter(Boolean).join(': ');
        }),
      );
    };
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, [hasCdl]);
  const all = historyParts.length;
  return (
    <div ref={box}>
      <p className="flex justify-between gap-x-4 text-sm">
        <span className="font-display font-semibold">
          {missing.length === 0
            ? t('Complete', 'Completo')
            : t('Still missing, all of it optional', 'Todavía falta, todo es opcional')}
        </span>
        <span className="tabular-nums">
          {t(`${all - missing.length} of ${all} parts`, `${all - missing.length} de ${all} partes`)}
        </span>
      </p>
      <progress
        aria-label={t(
          'Parts of your driving record that are complete',
          'Partes completas de su historial de manejo',
        )}
        className="mt-1 block h-2 w-full appearance-none overflow-hidden rounded-sm border-0 bg-well accent-rust [&::-moz-progress-bar]:bg-rust [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-rust"
        max={all}
        value={all - missing.length}
      />
      <ul className="mt-2 list-[square] pl-5 text-sm text-steel marked">
        {missing.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}
