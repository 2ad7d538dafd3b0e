import * as z from "zod";
import { channelNames } from "../channels/domain.ts";
import { componentStatuses } from "../components/domain.ts";
import { NewComponent } from "../components/schema.ts";
import { NewGroup } from "../groups/schema.ts";
import { MAX_URL_CHARACTERS } from "../looks/domain.ts";
import { look } from "../looks/schema.ts";
import { metricFields } from "../metrics/schema.ts";
import { MAX_NAME_CHARACTERS, noticeStatuses } from "../notices/domain.ts";
import { noticeFields } from "../notices/schema.ts";
import { postmortemStates } from "../postmortems/domain.ts";
import { PostmortemChange } from "../postmortems/schema.ts";
import { mailRegions } from "../settings/domain.ts";
import { SettingsChange } from "../settings/schema.ts";
import { ID_CHARACTERS, isID, isOfAlphabet, tryParseJSON } from "../storage/domain.ts";
import { endedReasons, subscriberStates } from "../subscribers/domain.ts";
import { subscriptionFields } from "../subscribers/schema.ts";
import { NewTemplate, TemplateChange, templateStatuses } from "../templates/schema.ts";
import { dayOf, startOfDay } from "../time/domain.ts";

const id = z
  .string()
  .max(50)
  .refine(isID, { error: `An ID has ${ID_CHARACTERS} letters and digits.` });
const time = z.string().max(24).refine(isTime, { error: "A time is written like 2026-01-31T09:00:00.000Z." });
const noTime = z.literal("");
const day = z.string().max(10).refine(isDay, { error: "A day is written like 2026-01-31." });
/** A text that a change accepts. It stays as it is, although a change would remove the spaces around it. */
const accepted = (schema: z.ZodType, parse = (text: string): unknown => text) =>
  z.string().check(({ value, issues }) => {
    for (const { message, path } of schema.safeParse(parse(value)).error?.issues ?? [])
      issues.push({ code: "custom", input: value, path: [...path], message });
  });
const json = (schema: z.ZodType, max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => tryParseJSON(text) !== undefined, { error: "A text is not valid JSON.", abort: true })
    .pipe(accepted(schema, tryParseJSON));

const notice = noticeFields(templateStatuses).shape;
const noticeName = accepted(notice.name);
const message = accepted(notice.message);
const { name, description, order } = NewComponent.required().shape;
const componentName = accepted(name);
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const componentStatus = z.enum(componentStatuses);
const kind = z.enum(["incident", "maintenance"]);
const cause = z
  .string()
  .max(100)
  .regex(/^(created|administrator|(incident|maintenance):[0-9A-Za-z]{12})$/, {
    error: "A cause is created, administrator, or a notice such as incident:k3J9xQ2mWv8R.",
  });
const noticeStatus = notice.status;

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOfDay(text)) && dayOf(startOfDay(text)) === text
  );
}

/** The rows of each part. A field that a later version adds needs a default, so that older archives can be restored. */
export const ComponentGroupRow = z.strictObject({
  groupID: id,
  name: accepted(NewGroup.shape.name),
  order,
  createdAt: time,
  updatedAt: time,
});

export const ComponentRow = z.strictObject({
  componentID: id,
  name: componentName,
  description: accepted(description),
  status: componentStatus,
  order,
  createdAt: time,
  updatedAt: time,
  groupID: id.nullable(),
});

export const StatusChangeRow = z.strictObject({
  id: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  componentID: id,
  status: componentStatus,
  at: time,
  cause,
});

/** Archives from before the overrides have the sums of a busy day's earlier changes in place of these changes. */
export const RestoredStatusChangeRow = StatusChangeRow.extend({
  earlierThatDay: z
    .string()
    .max(1000)
    .transform(tryParseJSON)
    .pipe(z.strictObject({ since: time, milliseconds: z.partialRecord(componentStatus, count) }))
    .nullish(),
});

export const StatusOverrideRow = z.strictObject({
  id: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
  componentID: id,
  from: time,
  to: time,
  status: componentStatus,
  cause,
});

export const NoticeRow = z
  .strictObject({
    noticeID: id,
    kind,
    name: noticeName,
    status: noticeStatus,
    message,
    startAt: time.nullable(),
    endAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    editedAt: time.or(noTime),
    sequence: count,
    deletedComponentCount: count,
    postmortemPublishedAt: time.nullable(),
    isBackfilled: z.boolean(),
    nextReminderAt: time.or(noTime).nullable(),
    plannedStartAt: time.nullable().default(null),
    plannedEndAt: time.nullable().default(null),
  })
  .refine(({ kind, status }) => noticeStatuses[kind].some((each) => each === status), {
    error: "A status is not one of its kind.",
    path: ["status"],
  })
  .refine(({ kind, startAt, endAt }) => kind === "incident" || (startAt !== null && endAt !== null), {
    error: "A maintenance has a start and an end.",
    path: ["startAt"],
  })
  .refine(({ startAt, endAt }) => startAt === null || endAt === null || endAt > startAt, {
    error: "End time must be after start time.",
    path: ["endAt"],
  });

export const NoticeUpdateRow = z.strictObject({
  noticeUpdateID: id,
  noticeID: id,
  status: noticeStatus,
  message,
  createdAt: time,
  updatedAt: time,
});

export const NoticeUpdateComponentRow = z.strictObject({
  noticeUpdateID: id,
  componentID: id,
  name: componentName,
  oldStatus: componentStatus,
  newStatus: componentStatus,
});

export const NoticeComponentRow = z.strictObject({
  noticeID: id,
  componentID: id,
  status: componentStatus,
  restoreStatus: componentStatus.nullable(),
  restoreSeenAt: time.nullable(),
  createdAt: time.or(noTime),
  changedAt: time.or(noTime),
});

export const DeletedComponentRow = z.strictObject({
  noticeID: id,
  componentID: id,
  name: componentName,
  status: componentStatus,
  order,
});

export const PostmortemRow = z.strictObject({
  noticeID: id,
  postmortemID: id,
  body: accepted(PostmortemChange.shape.body),
  state: z.enum(postmortemStates),
  publishedAt: time.nullable(),
  notifiedAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
});

export const CancelledMaintenanceRow = z.strictObject({
  maintenanceID: id,
  /** The title of a deleted maintenance is kept nowhere. */
  name: z
    .string()
    .max(MAX_NAME_CHARACTERS)
    .transform(() => ""),
  startAt: time,
  endAt: time,
  sequence: count,
  createdAt: time,
  cancelledAt: time,
});

const template = TemplateChange.required().shape;

export const TemplateRow = z
  .strictObject({
    templateID: id,
    name: accepted(template.name),
    kind,
    title: accepted(template.title),
    message: accepted(template.message),
    status: noticeStatus.nullable(),
    components: json(template.components, 10_000),
    createdAt: time,
    updatedAt: time,
  })
  .check(({ value, issues }) => {
    const { kind, name, status } = value;
    for (const { message, path } of NewTemplate.safeParse({ kind, name, status }).error?.issues ?? [])
      issues.push({ code: "custom", input: value, path: [...path], message });
  });

/** `checkMetric` looks at `props`. */
export const MetricRow = metricFields
  .extend({
    metricID: id,
    title: accepted(metricFields.shape.title),
    unit: accepted(metricFields.shape.unit),
    description: accepted(metricFields.shape.description),
    collectedUntil: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .strict();

export const MetricBackfillRow = z.strictObject({
  metricID: id,
  day,
  attempts: count,
  nextAttemptAt: time,
});

const MAX_CHOICES = 1000;
/** With the secret before them and the newest, five sign. */
const MAX_EARLIER_ROTATIONS = 3;
const choices = z.array(id).max(MAX_CHOICES);

/** A subscriber with all choices. One statement reads it, so it is complete even if subscribers change in the meantime. */
export const SubscriberRow = z.strictObject({
  subscriberID: id,
  channel: z.enum(channelNames).exclude(["push"]),
  /** Where updates are sent. Empty if the subscription has ended, or if the address could not be decrypted. */
  address: z.string().max(MAX_URL_CHARACTERS),
  /** Stands for an address that isn't stored any more. Only the SECRET_KEY that made it recognizes the address. */
  addressKey: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/, { error: "An address key has 64 hexadecimal digits." })
    .nullable(),
  state: z.enum(subscriberStates),
  endedReason: z.enum(endedReasons).nullable(),
  endedAt: time.nullable(),
  everything: z.boolean(),
  timeZone: subscriptionFields.shape.timeZone,
  language: subscriptionFields.shape.language,
  dayReminder: z.boolean(),
  hourReminder: z.boolean(),
  createdAt: time,
  confirmedAt: time.nullable(),
  confirmationSentAt: time.nullable(),
  tokenVersion: count,
  components: choices,
  groups: choices,
  notices: z
    .array(z.strictObject({ noticeID: id, isConfirmed: z.boolean(), createdAt: time }))
    .max(MAX_CHOICES),
  endpoint: z
    .strictObject({
      restingSince: time.nullable(),
      secretVersion: count,
      rotatedAt: time.nullable(),
      earlierRotations: z.array(time.nullable()).max(MAX_EARLIER_ROTATIONS).nullable(),
      isSecretShown: z.boolean(),
    })
    .nullable(),
});
export type SubscriberRow = z.output<typeof SubscriberRow>;

const MINUTES_PER_DAY = 1440;
const point = z.tuple([
  z
    .int()
    .min(0)
    .max(MINUTES_PER_DAY - 1),
  z.number(),
  z.int().min(0).max(Number.MAX_SAFE_INTEGER),
]);

export const MetricDayRow = z.strictObject({
  metricID: id,
  day,
  /** Ascending: the minute of the day, the value, and when it was accepted, in milliseconds since the epoch. */
  points: z
    .array(point)
    .max(MINUTES_PER_DAY)
    .refine((points) => points.every(([minute], n) => n === 0 || minute > (points[n - 1]?.[0] ?? 0)), {
      error: "The points of a day must be in ascending order, with one per minute.",
    }),
});
export type MetricDayRow = z.output<typeof MetricDayRow>;

export const LogoRow = z.strictObject({
  name: z
    .string()
    .max(50)
    .refine((text) => isOfAlphabet(text.replace(/@2x$/, ""), ID_CHARACTERS), {
      error: "The name of a logo is an ID, or an ID and @2x.",
    }),
  /** Base64. */
  data: z.string(),
});
export type LogoRow = z.output<typeof LogoRow>;

const logoID = id.or(z.literal(""));
const { emailNotification, ...settings } = SettingsChange.shape;

/** A row that was converted from another page has only what is known. The rest stays as it is. */
export const SettingsRow = z
  .strictObject({
    serviceName: settings.serviceName,
    backgroundColor: settings.backgroundColor,
    logoID,
    darkLogoID: logoID,
    faviconID: logoID,
    sourceRegion: z.enum(mailRegions.map(({ id }) => id)),
    sourceEmailAddress: emailNotification.unwrap().shape.sourceEmailAddress,
    privacyNoticeURL: settings.privacyNoticeURL,
    updateReminderMinutes: settings.updateReminderMinutes,
    nightlyExportsKept: settings.nightlyExportsKept,
    auditDays: settings.auditDays,
    mailProvider: settings.mailProvider,
    updatedAt: time.or(noTime),
    ...look,
  })
  .partial()
  .refine((row) => Object.keys(row).length > 0, { error: "The settings have no field." });
