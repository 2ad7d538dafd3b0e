import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import type { Settings } from "../../../worker/settings/schema.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorArea } from "../../ui/error-area.tsx";
import { Success } from "../../ui/success.tsx";
import { useAction } from "../action.ts";
import { deleteLogo, uploadLogo } from "./calls.ts";
import { acceptedTypes, logoImages } from "./logo-images.ts";

interface LogoSectionProps {
  settings: Settings;
  backgroundColor: string;
}

/** Uploading and deleting take effect at once, without a Save. */
export function LogoSection({ settings, backgroundColor }: LogoSectionProps) {
  const { logoID, statusPageURL } = settings;
  const queryClient = useQueryClient();
  const title = useId();
  const picker = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  // The button stays busy until the new logo is shown.
  const onSuccess = () => queryClient.invalidateQueries();

  const uploadAction = useAction({
    title: "Upload logo",
    mutationFn: async (file: File) => uploadLogo(await logoImages(file)),
    onSuccess,
  });
  const deleteAction = useAction({ title: "Delete logo", mutationFn: () => deleteLogo(logoID), onSuccess });

  const error = uploadAction.error ?? deleteAction.error;

  function upload(files: readonly File[]) {
    const [file, ...others] = files;
    if (!file || others.length > 0) return;
    deleteAction.reset();
    uploadAction.mutate(file);
  }

  return (
    <section
      aria-labelledby={title}
      className="grid gap-4 rounded-xl border border-line bg-surface p-5 shadow-card"
    >
      <div>
        <h2 id={title} className="font-medium">
          Logo
        </h2>
        <p className="mt-0.5 text-muted text-pretty">
          A PNG or JPEG for the top of the status page, ideally 280 pixels high or more. Changes apply at
          once.
        </p>
      </div>
      <div
        className={`grid min-h-32 place-items-center rounded-lg border p-4 ${logoID ? "border-line" : "border-dashed border-line-strong/60"}`}
        style={logoID ? { backgroundColor } : undefined}
      >
        {logoID ? (
          <img
            src={`${statusPageURL}/logos/${logoID}`}
            srcSet={`${statusPageURL}/logos/${logoID}@2x 2x`}
            alt="The logo"
            className="max-h-35 max-w-full object-contain"
          />
        ) : (
          <p className="text-muted">No logo</p>
        )}
      </div>
      <ErrorArea error={error} />
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept={acceptedTypes}
          aria-label="Logo file"
          hidden
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // Picking the same file again would otherwise fire no event.
            event.target.value = "";
            upload(files);
          }}
        />
        <Button ref={uploadButton} busy={uploadAction.isPending} onClick={() => picker.current?.click()}>
          Upload
        </Button>
        <Button
          busy={deleteAction.isPending}
          disabled={uploadAction.isPending || logoID === ""}
          onClick={() => {
            uploadAction.reset();
            // This button is disabled without a logo and would lose the focus.
            deleteAction.mutate(undefined, { onSuccess: () => uploadButton.current?.focus() });
          }}
        >
          Delete
        </Button>
        <Success error={error} className="pl-1 text-muted">
          {deleteAction.isSuccess && logoID === "" && "Deleted!"}
        </Success>
      </div>
    </section>
  );
}
