import { type ChildProcess, spawn } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

/** Keeps the last line of process IDs that it reads. Its input ends with the process that writes it, however that ends. */
const watchdog = 'while read -r line; do running=$line; done; [ -z "$running" ] || kill -9 $running';

let isWatching = false;

/**
 * Ends every process that this one starts from now on together with it, even when it is killed: workerd would go on by
 * itself, and keep its ports. A shell watches, because nothing in a killed process can.
 */
export function endChildrenWithThisProcess(): void {
  if (isWatching) return;
  isWatching = true;
  // Detached, because Ctrl-C reaches every process of the terminal's group.
  const shell = spawn("sh", ["-c", watchdog], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  shell.unref();
  shell.stdin.on("error", () => undefined); // Without its watchdog the product runs as well.
  const running = new Set<number>();
  const report = () => shell.stdin.write(`${[...running].join(" ")}\n`);
  subscribe("child_process", (message) => {
    const { process: child } = message as { process: ChildProcess }; // as Node documents this channel
    child.once("spawn", () => {
      const { pid } = child;
      if (pid === undefined) return;
      running.add(pid);
      child.once("exit", () => {
        running.delete(pid);
        report();
      });
      report();
    });
  });
}
