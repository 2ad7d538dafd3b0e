import { Interpolated, useTexts } from "../language.tsx";
import { Time } from "../time.tsx";

export function SnapshotNote({ at }: { at: string }) {
  return (
    <p className="card note" role="status">
      <Interpolated text={useTexts().staleNote} values={{ time: <Time key="time" at={at} /> }} />
    </p>
  );
}
