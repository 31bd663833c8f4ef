/** The lists that employees export too, so their texts are in both languages. */
import * as z from 'zod/mini';
import * as claims from '#contract/claims.ts';
import { directory } from '#contract/company/directory.ts';
import { timeOffKinds } from '#contract/company/time-off-kinds.ts';
import * as damages from '#contract/damages.ts';
import * as driverFile from '#contract/driver-file.ts';
import { driverFileKinds, kindOf } from '#contract/driver-file-kinds.ts';
import type { ExportName } from '#contract/exports.ts';
import { claimsFilter } from '#contract/filters/claims.ts';
import { directoryFilter } from '#contract/filters/directory.ts';
import { driverFileFilter } from '#contract/filters/driver-file.ts';
import { ordersFilter } from '#contract/filters/store.ts';
import * as hours from '#contract/hours.ts';
import { claims as claimMessages } from '#contract/messages/claims.ts';
import { driverFile as driverFileMessages } from '#contract/messages/driver-file.ts';
import { settlementQuestions as questionMessages } from '#contract/messages/settlement-questions.ts';
import { store as orderMessages } from '#contract/messages/store.ts';
import { kindTexts, notificationKinds } from '#contract/notification-kinds.ts';
import * as notifications from '#contract/notifications.ts';
import * as orders from '#contract/orders.ts';
import { today } from '#contract/rules/dates.ts';
import { holidayName } from '#contract/rules/holiday-names.ts';
import { holidaysOf } from '#contract/rules/holidays.ts';
import { reasonText } from '#contract/rules/ledger-reasons.ts';
import * as settlementQuestions from '#contract/settlement-questions.ts';
import { t } from '#contract/text/languages.ts';
import * as timeOff from '#contract/time-off.ts';
import { listClaims } from '../claims/claims.service.ts';
import { listDamages } from '../damages/damages.service.ts';
import { listDriverFiles } from '../driver-file/driver-file.service.ts';
import { listLedger } from '../hours/hours.service.ts';
import { listNotifications } from '../notifications/notifications.service.ts';
import { listQuestions } from '../settlement-questions/settlement-questions.service.ts';
import { listOrders } from '../store/orders.service.ts';
import { listTimeOff } from '../time-off/time-off.service.ts';
import {
  type ExportList,
  filteredBy,
  labelled,
  listOf,
  whole,
  withColumns,
} from './export-list.ts';

const money = { kind: 'money' } as const;

const notificationKindNames = () => ({
  ...Object.fromEntries(notificationKinds.map((kind) => [kind.value, kindTexts(kind).label])),
  account: t('Account', 'Cuenta'),
});

export const sharedLists = {
  'hours-ledger': listOf(hours.listLedger, {
    title: 'Hours ledger',
    fields: {
      kind: labelled(() =>
        t(
          { pto: 'PTO hours', work: 'Work hours' },
          { pto: 'Horas de PTO', work: 'Horas de trabajo' },
        ),
      ),
      before: { kind: 'hours' },
      after: { kind: 'hours' },
      by: { label: 'Changed by' },
      at: { label: 'Time' },
    },
    open: (ctx, user, query) =>
      withColumns(listLedger(ctx, user, query), async ({ reason }) => ({
        reason: reasonText(reason),
      })),
  }),
  'time-off': listOf(timeOff.listTimeOff, {
    title: 'Time off',
    fields: {
      ...timeOff.timeOffFields,
      kind: labelled(() =>
        Object.fromEntries(timeOffKinds.map(({ value }) => [value, timeOff.kindLabel(value)])),
      ),
      status: labelled(() =>
        t(
          {},
          {
            requested: 'Solicitado',
            approved: 'Aprobado',
            declined: 'Rechazado',
            cancelled: 'Cancelado',
          },
        ),
      ),
    },
    open: listTimeOff,
  }),
  damages: listOf(damages.listDamages, {
    title: 'Damages',
    filter: filteredBy(damages.damagesFilter),
    fields: damages.damageFields,
    open: listDamages,
  }),
  claims: listOf(claims.listClaims, {
    title: 'Damage claims',
    filter: filteredBy(claimsFilter),
    fields: {
      ...damages.damageFields,
      ...claims.claimFields,
      acknowledge_by: { kind: 'date' },
      decide_by: { kind: 'date' },
      employee_id: { label: 'Employee ID' },
      status: labelled(() => claimMessages.statuses),
      driver_response: labelled(() => claimMessages.responses),
      overdue: labelled(() =>
        t(
          { acknowledge: 'To acknowledge', decide: 'To decide' },
          { acknowledge: 'Por confirmar', decide: 'Por decidir' },
        ),
      ),
      stage: labelled(() => claimMessages.stages),
      created_at: { label: 'Reported' },
    },
    open: listClaims,
  }),
  'settlement-questions': listOf(settlementQuestions.listSettlementQuestions, {
    title: 'Settlement questions',
    row: z.object({ ...settlementQuestions.settlementQuestion.shape, conversation: z.string() }),
    fields: {
      file_name: { label: 'File' },
      created_at: { label: 'Asked' },
      asked_at: { label: 'Driver wrote last' },
      conversation: { kind: 'text' },
      status: labelled(() => ({
        open: questionMessages.open,
        answered: questionMessages.answered,
      })),
    },
    omit: ['file_path', 'unread'],
    open: (ctx, user, query) =>
      withColumns(listQuestions(ctx, user, query), async ({ messages }) => ({
        conversation: messages.map(({ name, text }) => `${name}: ${text}`).join('\n'),
      })),
  }),
  'driver-file': listOf(driverFile.listDriverFile, {
    title: 'Driver files',
    filter: filteredBy(driverFileFilter),
    row: driverFile.driverFileRow,
    fields: {
      ...driverFile.exportFields,
      kind: {
        label: 'Document',
        get options() {
          return driverFileKinds.map(({ kind }) => ({ value: kind, label: kindOf(kind).label }));
        },
      },
      status: labelled(() => driverFileMessages.statuses),
    },
    open: listDriverFiles,
  }),
  orders: listOf(orders.listOrders, {
    title: 'Orders',
    filter: filteredBy(ordersFilter),
    fields: {
      price: money,
      total: money,
      created_at: { label: 'Ordered' },
      status: labelled(() => t({}, orderMessages.statuses)),
      title: {
        get label() {
          return t('Title', 'Artículo');
        },
      },
    },
    open: listOrders,
  }),
  notifications: listOf(notifications.listNotifications, {
    title: 'Notifications',
    row: notifications.notification,
    fields: {
      date: { label: 'Sent' },
      is_read: { label: 'Read' },
      kind: labelled(() => t({}, notificationKindNames())),
    },
    omit: ['link'],
    open: listNotifications,
  }),
  directory: {
    title: 'Directory',
    filter: filteredBy(directoryFilter),
    access: 'signed-in',
    row: z.object({
      department: z.string(),
      name: z.string(),
      title: z.string(),
      email: z.string(),
      phone: z.string(),
    }),
    open: () =>
      whole(() =>
        directory.sections.flatMap(({ title, spanish, members }) =>
          members.map((member) => ({
            ...member,
            department: t(title, spanish),
            title: t(member.title, member.spanish),
          })),
        ),
      ),
  },
  holidays: {
    title: 'Holidays',
    access: 'signed-in',
    row: z.object({ date: z.string(), name: z.string() }),
    fields: { date: { kind: 'date' }, name: { label: 'Holiday' } },
    open: ({ now }) =>
      whole(() => {
        const year = Number(today(now()).slice(0, 4));
        const days = [...new Set([2025, year, year + 1])].sort().flatMap(holidaysOf);
        return days.map((holiday) => ({ ...holiday, name: holidayName(holiday) }));
      }),
  },
} satisfies Partial<Record<ExportName, ExportList>>;
