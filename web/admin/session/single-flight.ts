/** Concurrent calls share one run. A user pool may rotate refresh tokens, so only one tab uses them at a time. */
export function singleFlight<Input extends unknown[], Result>(run: (...input: Input) => Promise<Result>) {
  let flight: Promise<Result> | undefined;
  return (...input: Input): Promise<Result> => {
    // Browsers have locks on https and localhost only.
    const locked = () =>
      navigator.locks ? navigator.locks.request("daymark-session", () => run(...input)) : run(...input);
    flight ??= locked().finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
