import type { Maintenance, MaintenanceChange, NewMaintenance } from "../../../worker/maintenances/schema.ts";
import { administrator, answer, currentAs } from "../api.ts";
import type { Notice, NoticeUpdate } from "../notices/notice.ts";
import { noticePages } from "../notices/notice-pages.ts";

export const maintenanceList = noticePages(
  "maintenances",
  (query) => administrator().maintenances.$get(query),
  noticeOf,
);

function noticeOf({
  maintenanceID,
  maintenanceUpdates,
  ...maintenance
}: Maintenance): Notice<Maintenance["status"]> {
  const updates = maintenanceUpdates.map(({ maintenanceUpdateID, maintenanceStatus, ...update }) => {
    return { id: maintenanceUpdateID, status: maintenanceStatus, ...update };
  });
  return { id: maintenanceID, ...maintenance, updates };
}

export async function addMaintenance(json: NewMaintenance): Promise<void> {
  await answer(administrator().maintenances.$post({ json }));
}

export async function changeMaintenance(
  maintenanceID: string,
  json: MaintenanceChange,
  unchangedSince: string | undefined,
): Promise<void> {
  const maintenance = administrator(unchangedSince).maintenances[":maintenanceID"];
  await answer(maintenance.$patch({ param: { maintenanceID }, json })).catch(currentAs(noticeOf));
}

export async function changeMaintenanceMessage(
  maintenanceID: string,
  on: Pick<NoticeUpdate<Maintenance["status"]>, "id" | "updatedAt">,
  message: string,
): Promise<void> {
  const { maintenanceupdates } = administrator(on.updatedAt).maintenances[":maintenanceID"];
  const param = { maintenanceID, maintenanceUpdateID: on.id };
  await answer(maintenanceupdates[":maintenanceUpdateID"].$patch({ param, json: { message } }));
}

export async function deleteMaintenance(maintenanceID: string): Promise<void> {
  await answer(administrator().maintenances[":maintenanceID"].$delete({ param: { maintenanceID } }));
}
