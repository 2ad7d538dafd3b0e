/** Groups days for the rows of a list: successive quiet days share a row, any other day has one of its own. */
export function groupQuietDays<Day>(days: Day[], isQuiet: (day: Day) => boolean): Day[][] {
  const rows: Day[][] = [];
  let run: Day[] | undefined;
  for (const day of days) {
    if (run && isQuiet(day)) run.push(day);
    else {
      const row = [day];
      rows.push(row);
      run = isQuiet(day) ? row : undefined;
    }
  }
  return rows;
}
