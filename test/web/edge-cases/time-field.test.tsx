import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TimeField } from "../../../web/admin/notices/form/time-field.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
});

function choicesOn(value: string): string[] {
  render(<TimeField label="Start" value={value} onChange={() => {}} />);
  const options = screen.getByLabelText<HTMLSelectElement>("Start, time").options;
  const choices = [...options].map((option) => `${option.value} ${option.textContent}`);
  cleanup();
  return choices;
}

test("on the day on which the clocks go back, the times that come twice have their offsets, and no others", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const choices = choicesOn("2026-10-25T09:00");
  expect(choices).toHaveLength(96 + 4);
  expect(choices.slice(8, 12)).toEqual([
    "02:00 02:00 (+2)",
    "02:00+01:00 02:00 (+1)",
    "02:15 02:15 (+2)",
    "02:15+01:00 02:15 (+1)",
  ]);
  expect(choices.filter((choice) => choice.includes("("))).toHaveLength(8);
  for (const date of ["2026-10-24", "2026-03-29", "2026-02-30"])
    expect(choicesOn(`${date}T09:00`).filter((choice) => choice.includes("("))).toEqual([]);
});
