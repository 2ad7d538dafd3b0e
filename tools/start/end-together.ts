import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

/** Kills the process IDs in the last line of its input, which ends when this process does, even if it is killed. */
const watchdog = 'while read -r line; do running=$line; done; [ -z "$running" ] || kill -9 $running';

let isWatching = false;

/**
 * Ends every process that this one starts from now on together with it. Otherwise workerd would keep running and keep its
 * ports after this process was killed.
 */
export function endChildrenWithThisProcess(): void {
  if (isWatching) return;
  isWatching = true;
  // The shell is detached, because Ctrl-C would end it before it can end the others.
  const shell = spawn("sh", ["-c", watchdog], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  shell.stdin.on("error", () => undefined); // the product also works without the watchdog
  const runningPIDs = new Set<number>();
  const report = () => shell.stdin.write(`${[...runningPIDs].join(" ")}\n`);
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess }; // as Node documents this channel
    child.once("spawn", () => {
      const { pid } = child;
      if (pid === undefined) return;
      runningPIDs.add(pid);
      child.once("exit", () => {
        runningPIDs.delete(pid);
        report();
      });
      report();
    });
  });
}
