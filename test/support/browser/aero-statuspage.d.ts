declare module "@aero/statuspage" {
  interface Named {
    name: string;
  }
  interface Report {
    page: { id: string; name: string; url: string; updated: Date };
    status: { description: string; indicator: string };
  }
  export class StatusPageClient {
    constructor(url: string);
    summary(): Promise<Report & { components: Named[]; incidents: Named[]; maintenances: Named[] }>;
    status(): Promise<Report>;
    components(): Promise<Named[]>;
    incidents(unresolved?: boolean): Promise<Named[]>;
    maintenances(type?: number): Promise<Named[]>;
  }
}
