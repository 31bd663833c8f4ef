/** The columns of an exported list, and who may export it. */
import * as z from 'zod/mini';
import type { ExportName } from '#contract/exports.ts';
import { companyTimeZone } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { mayCall, type Role } from '#contract/wire/access.ts';
import type { ColumnKind, ExportField } from './export-list.ts';
import { exportLists } from './export-lists.ts';
import { spanishTexts } from './export-texts.es.ts';

export interface ExportColumn {
  name: string;
  header: string;
  kind: ColumnKind;
  /** The labels of its values. */
  labels?: ReadonlyMap<string, string>;
}

/** Whether somebody with that role may export the list. */
export function mayExport(name: ExportName, role: Role): boolean {
  return mayCall(exportLists[name].access, role);
}

/** The kind of a field without a description; null for records within the record, which have no column. */
function kindOf(schema: z.ZodMiniType): ColumnKind | null {
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    return kindOf(schema._zod.def.innerType as z.ZodMiniType);
  }
  if (schema instanceof z.ZodMiniISODateTime) return 'instant';
  if (schema instanceof z.ZodMiniObject) return null;
  if (schema instanceof z.ZodMiniRecord) return 'json';
  if (schema instanceof z.ZodMiniArray) {
    return kindOf(schema._zod.def.element as z.ZodMiniType) && 'list';
  }
  if (schema instanceof z.ZodMiniNumber) return 'number';
  const isFlag = z.safeParse(schema, 0).success || z.safeParse(schema, false).success;
  return isFlag ? 'flag' : 'line';
}

/** `uploaded_at` as 'Uploaded at', `file_id` as 'File ID'. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\bid(s?)\b/g, 'ID$1');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The labels of the values: those of the field, and of an enumeration's other values their words. */
function labelsOf(
  schema: z.ZodMiniType,
  options: ExportField['options'] = [],
): ReadonlyMap<string, string> {
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    return labelsOf(schema._zod.def.innerType as z.ZodMiniType, options);
  }
  const values = schema instanceof z.ZodMiniEnum ? Object.values(schema._zod.def.entries) : [];
  return new Map([
    ...values.map((value) => [String(value), labelOf(String(value))] as const),
    ...options.map((one) =>
      typeof one === 'string' ? ([one, one] as const) : ([one.value, one.label] as const),
    ),
  ]);
}

/** A header or a title in the language of the file. */
const inOwn = (english: string): string => t(english, spanishTexts[english] ?? english);

/** The name of a list's sheet. */
export const exportTitle = (name: ExportName): string => inOwn(exportLists[name].title);

/** The columns of a list for somebody with that role. A reference has two, its id and its name. */
export function exportColumns(name: ExportName, role: Role): ExportColumn[] {
  const { row, fields = {}, omit = [], adminOnly = [] } = exportLists[name];
  const names = Object.values(fields).map(({ nameField }) => nameField);
  const left = ['version', ...names, ...omit, ...(role === 'admin' ? [] : adminOnly)];
  return Object.entries(row.shape as Record<string, z.ZodMiniType>)
    .filter(([key]) => !left.includes(key))
    .flatMap(([key, schema]): ExportColumn[] => {
      const { kind = kindOf(schema), nameField, options, ...field } = fields[key] ?? {};
      if (kind === null) return [];
      const label = inOwn(field.label ?? labelOf(key));
      if (nameField !== undefined) {
        const header = t(`${label} ID`, `ID de ${label.toLowerCase()}`);
        return [
          { name: key, header, kind },
          { name: nameField, header: label, kind: 'line' },
        ];
      }
      const header = kind === 'instant' ? `${label} (${companyTimeZone})` : label;
      return [{ name: key, header, kind, labels: labelsOf(schema, options) }];
    });
}
