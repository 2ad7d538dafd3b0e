export interface GraphTexts {
  locale: string;
  average: string;
  summary: string;
  noData: string;
  nothing: string;
}

export const english: GraphTexts = {
  locale: "en-US",
  average: "Average {value}",
  summary: "{average}, from {lowest} to {highest}, latest {last}.",
  noData: "No data for this time period yet.",
  nothing: "no data",
};
