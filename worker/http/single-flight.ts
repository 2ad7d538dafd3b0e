import { createMemory } from "../shared/bounded-memory.ts";
import { SECOND_MS } from "../shared/time/domain.ts";
import { resultWithin } from "../shared/with-timeout.ts";
import { unavailable } from "./errors.ts";

interface Flight<T> {
  startedAt: number;
  result: Promise<T>;
  isRunning: boolean;
}

const FLIGHT_BYTES = 400;
const MAX_WAITS = 3;

/**
 * Calls with the same key share one run of `work` and its result or error.
 * @param freshMs after its start, for which a finished run is shared
 * @param takeoverMs after its start, for which an unfinished run is shared. The next call starts another run, because the
 *   request that started this one can have been canceled.
 * @throws HttpError 503 after waiting for three runs that did not end
 */
export function singleFlight<T>({
  freshMs = 0,
  takeoverMs = SECOND_MS,
} = {}): (key: string, work: () => Promise<T>) => Promise<T> {
  const flights = createMemory<Flight<T>>(() => FLIGHT_BYTES);

  function start(key: string, work: () => Promise<T>): Promise<T> {
    const flight = { startedAt: Date.now(), result: work(), isRunning: true };
    flights.set(key, flight);
    const end = () => {
      flight.isRunning = false;
      if (freshMs === 0 && flights.get(key) === flight) flights.delete(key);
    };
    flight.result.then(end, end);
    return flight.result;
  }

  return async (key, work) => {
    let waitedFor: Flight<T> | undefined;
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      const flight = flights.get(key);
      if (!flight || flight === waitedFor) return start(key, work);
      const age = Math.abs(Date.now() - flight.startedAt);
      if (age >= (flight.isRunning ? takeoverMs : freshMs)) return start(key, work);
      waitedFor = flight;
      const ended = await resultWithin(takeoverMs, flight.result);
      if (ended) return ended.result;
    }
    throw unavailable(new Error("Timed out waiting for other requests that do the same work."));
  };
}
