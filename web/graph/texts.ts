/** What a graph says, with `{…}` for values, and the locale of its numbers. */
export interface GraphWords {
  locale: string;
  average: string;
  summary: string;
  noData: string;
  /** Of a moment. */
  nothing: string;
}

export const english: GraphWords = {
  locale: "en-US",
  average: "Average {value}",
  summary: "{average}, from {lowest} to {highest}, latest {last}.",
  noData: "No data for this time period yet.",
  nothing: "no data",
};
