import { noticeOperations } from "../operations.ts";

export const maintenanceOperations = noticeOperations("maintenance", {
  create:
    "Schedules a maintenance from `startAt` to `endAt`. At `startAt` it starts automatically, and each component in `components` gets the given status. At `endAt` it completes automatically, and each component gets the status that an open incident or another maintenance in progress gives it, or else the status from before. Until it starts, `components` changes nothing. Subscribers get an email unless `notifySubscribers` is false. A template fills what is empty: send its `templateID`.",
  update:
    "Changes the fields in the body. `status`, `message` or `components` add an update, which subscribers get by email unless `notifySubscribers` is false; the other fields alone don't. With `tellNewTime`, subscribers get an email about new times alone. To start or complete a maintenance early, set its `status`. If it starts before `startAt`, its window moves to the present minute and keeps its length. If it is completed before `endAt`, that becomes the present minute, or a minute after `startAt`. A `startAt` or `endAt` in the body stays as it is. When it is completed, its components get the status that they would get at its end, unless `restoreComponents` is false.",
  delete:
    "Deletes the maintenance and its updates. If it is in progress, its components get the status that they would get at its end, unless `restoreComponents` is false. Also succeeds if the maintenance was already deleted.",
});
