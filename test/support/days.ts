import { DAY_MS } from "../../worker/time/domain.ts";

/** A day in UTC so many days ago: points of more than 400 are refused. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** As it stands in a day file's address. */
export const dayFile = (day: string) => day.replace(/-0?/g, "/");
