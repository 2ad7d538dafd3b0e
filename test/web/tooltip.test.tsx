import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SelectField } from "../../web/ui/fields/select-field.tsx";
import { TooltipLayer } from "../../web/ui/tooltip.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (durationMs: number) => act(() => vi.advanceTimersByTime(durationMs));

function showIcon(): HTMLElement {
  render(
    <>
      <span data-tip="Operational">icon</span>
      <TooltipLayer />
    </>,
  );
  return screen.getByText("icon");
}

test("a tooltip hides after 5 seconds", () => {
  fireEvent.pointerOver(showIcon());
  wait(300);
  expect(screen.getByRole("tooltip").textContent).toBe("Operational");
  wait(4_999);
  expect(screen.queryByRole("tooltip")).not.toBeNull();
  wait(1);
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("a tooltip hides when the pointer leaves, and on Escape", () => {
  const icon = showIcon();
  fireEvent.pointerOver(icon);
  wait(300);
  fireEvent.pointerOver(document.body);
  wait(150);
  expect(screen.queryByRole("tooltip")).toBeNull();

  fireEvent.pointerOver(icon);
  wait(300);
  fireEvent.keyDown(icon, { key: "Escape" });
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("a field's help opens on tap and hides after 5 seconds; other tooltips don't open on tap", () => {
  render(
    <>
      <SelectField
        label="Places"
        tip="Only graphs have them."
        value="0"
        choices={["0"]}
        onChange={() => {}}
      />
      <button type="button" data-tip="Delete">
        Delete
      </button>
      <TooltipLayer />
    </>,
  );
  const tap = (element: HTMLElement) => {
    fireEvent.pointerOver(element, { pointerType: "touch" });
    fireEvent.pointerDown(element, { pointerType: "touch" });
    fireEvent.click(element);
  };
  const help = screen.getByRole("button", { name: "Only graphs have them." });
  tap(help);
  expect(screen.getByRole("tooltip").textContent).toBe("Only graphs have them.");
  wait(5_000);
  expect(screen.queryByRole("tooltip")).toBeNull();
  tap(help);
  expect(screen.queryByRole("tooltip")).not.toBeNull();
  tap(screen.getByRole("button", { name: "Delete" }));
  expect(screen.queryByRole("tooltip")).toBeNull();
});

test("a tooltip stays while the pointer is on it", () => {
  fireEvent.pointerOver(showIcon());
  wait(300);
  fireEvent.pointerOver(screen.getByRole("tooltip"));
  wait(1_000);
  expect(screen.queryByRole("tooltip")).not.toBeNull();
});
