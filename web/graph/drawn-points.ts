/** Where a line goes: the middle of a step, or of several, and a value. */
export interface DrawnPoint {
  step: number;
  value: number;
}

/** Values of one point that differ by more than this share of the axis are an outage or a peak, and stay visible. */
const VISIBLE_SHARE = 0.4;

/**
 * A line with more points than pixels looks like noise, so one point stands for several steps: it is their mean, or their two
 * extremes where these are far apart. Next to a gap, and at the end, every value is drawn.
 * @param values 0 for the lower end of the axis to 1 for the upper
 * @returns the runs of points between gaps
 */
export function drawnRuns(values: (number | null)[], maxPoints: number): DrawnPoint[][] {
  const stepsPerPoint = Math.ceil(values.length / maxPoints);
  const runs: DrawnPoint[][] = [];
  let run: DrawnPoint[] = [];
  const endRun = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (let first = 0; first < values.length; first += stepsPerPoint) {
    const points = values.slice(first, first + stepsPerPoint).map((value, index) => ({
      step: first + index,
      value,
    }));
    const isLast = first + stepsPerPoint >= values.length;
    if (!isLast && points.every(isPoint)) run.push(...condense(points));
    else
      for (const point of points) {
        if (isPoint(point)) run.push(point);
        else endRun();
      }
  }
  endRun();
  return runs;
}

function isPoint(point: { step: number; value: number | null }): point is DrawnPoint {
  return point.value !== null;
}

function condense(points: DrawnPoint[]): DrawnPoint[] {
  const byValue = [...points].sort((a, b) => a.value - b.value);
  const [lowest, highest] = [byValue[0], byValue.at(-1)];
  if (!lowest || !highest) return [];
  if (highest.value - lowest.value > VISIBLE_SHARE) return [lowest, highest].sort((a, b) => a.step - b.step);
  const mean = (key: keyof DrawnPoint) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  return [{ step: mean("step"), value: mean("value") }];
}
