import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { Button } from "../button.tsx";
import { Spinner } from "../icons/start-icons.tsx";
import { DIALOG, Layer } from "../layer.ts";
import { definePart, type LazyPart, PartError, type PartLoad } from "../lazy-part.tsx";

export function lazyDialog<Props extends { onClose: () => void }>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  const { usePart, preload } = definePart(name, load);
  function LazyDialog(props: Props) {
    const part = usePart();
    if (part.data) return <part.data.Component {...props} />;
    return part.error ? (
      <FailedDialog load={part} onClose={props.onClose} />
    ) : (
      <LoadingDialog onClose={props.onClose} />
    );
  }
  return Object.assign(LazyDialog, { preload });
}

/** Keeps the focus where it is: the dialog gives it back there when it is closed. */
function LoadingDialog({ onClose }: { onClose: () => void }) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Tab") event.preventDefault();
    if (event.key === "Escape") onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    <div
      role="status"
      aria-label="Loading"
      data-dialog=""
      className="fixed inset-0 z-40 grid animate-appear place-items-center bg-veil"
    >
      <Spinner />
    </div>
  );
}

/** This is the browser's own dialog, because the console's is among the parts that can be missing. */
function FailedDialog({ load, onClose }: { load: PartLoad; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Not loaded"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="m-auto w-full max-w-md rounded-2xl border border-line bg-raised p-5 text-ink shadow-float backdrop:bg-veil"
    >
      <Layer value={DIALOG}>
        <div className="grid gap-3">
          <PartError load={load} />
          <Button className="justify-self-end" onClick={onClose}>
            Close
          </Button>
        </div>
      </Layer>
    </dialog>
  );
}
