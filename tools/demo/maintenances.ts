import type { NewMaintenance } from "../../worker/notices/maintenance/schema.ts";

interface DemoMaintenance {
  maintenance: Pick<NewMaintenance, "name" | "message">;
  startsInHours: number;
  hours: number;
  announcedHoursAgo: number;
  components: string[];
}

export const maintenances: DemoMaintenance[] = [
  {
    maintenance: {
      name: "Larger disks for file storage",
      message: "Uploads pause for a minute or two while each region moves. Downloads go on.",
    },
    startsInHours: -9 * 24,
    hours: 2,
    announcedHoursAgo: 13 * 24,
    components: ["File storage"],
  },
  {
    maintenance: {
      name: "New sending addresses for e-mail",
      message:
        "Mails may be up to 15 minutes late while we move. If you keep an allow list, add the addresses in our [documentation](https://docs.fernway.example/mail).",
    },
    startsInHours: -0.6,
    hours: 3,
    announcedHoursAgo: 4 * 24,
    components: ["E-mail delivery"],
  },
  {
    maintenance: {
      name: "Database upgrade",
      message:
        "We move to a new major version. Expect the API and the dashboard to be **read-only for about 10 minutes** within this window.",
    },
    startsInHours: 52,
    hours: 2,
    announcedHoursAgo: 30,
    components: ["API", "Dashboard"],
  },
];
