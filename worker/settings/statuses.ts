/** Where mail can be sent from; the first is the default. */
export const mailRegions = [
  { id: "us-west-2", name: "US West (Oregon)" },
  { id: "us-east-1", name: "US East (N. Virginia)" },
  { id: "eu-west-1", name: "EU (Ireland)" },
] as const;

export type MailRegion = (typeof mailRegions)[number]["id"];
