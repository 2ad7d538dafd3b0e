import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useId, useRef } from "react";
import type { Settings } from "../../../../worker/settings/schema.ts";
import { type LogoKind, logoFields, logoKinds } from "../../../../worker/settings/theme/domain.ts";
import { hasBackground } from "../../../shared/theme/background.ts";
import { themes } from "../../../shared/theme/themes.ts";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorArea } from "../../../ui/error-area.tsx";
import { ImageIcon } from "../../../ui/icons/later-icons.tsx";
import { Success } from "../../../ui/success.tsx";
import { useAction } from "../../action.ts";
import { deleteLogo, uploadLogo } from "../calls.ts";
import images from "./images.css?inline";
import { acceptedTypes, logoImages } from "./logo-images.ts";

adoptStyles(images);

const kinds = {
  logo: {
    name: "logo",
    title: "Logo",
    empty: "No logo yet",
    hint: "For the top of the page, ideally 280 pixels high or more.",
  },
  darkLogo: {
    name: "logo for the dark theme",
    title: "Logo for the dark theme",
    empty: "No dark logo yet",
    hint: "In place of the logo where the device is dark.",
  },
  favicon: {
    name: "icon",
    title: "Icon",
    empty: "No icon yet",
    hint: "A square for the browser's tab, which shows the status while something is wrong.",
  },
} as const satisfies Record<LogoKind, object>;

interface LogoCardProps {
  settings: Settings;
  backgroundColor: string;
}

/** Each image is uploaded and deleted by a call of its own, so nothing waits for a Save. */
export function LogoCard(props: LogoCardProps) {
  return (
    <Card id="images" title="Images" sentence="PNG or JPEG. Visitors see an image as soon as it is uploaded.">
      <div className="images">
        {logoKinds.map((kind) => (
          <Logo key={kind} kind={kind} {...props} />
        ))}
      </div>
    </Card>
  );
}

function Logo({ settings, backgroundColor, kind }: LogoCardProps & { kind: LogoKind }) {
  const { statusPageURL } = settings;
  const logoID = settings[logoFields[kind]];
  const { title: heading, hint } = kinds[kind];
  const title = useId();
  const actions = useLogoActions(kind, logoID);

  return (
    <section aria-labelledby={title}>
      <LogoPreview
        kind={kind}
        logoID={logoID}
        statusPageURL={statusPageURL}
        backgroundColor={backgroundColor}
      />
      <h3 id={title} className="mt-1 font-medium">
        {heading}
      </h3>
      <p className="text-muted text-pretty">{hint}</p>
      <ErrorArea error={actions.error} />
      <LogoButtons kind={kind} logoID={logoID} actions={actions} />
    </section>
  );
}

function useLogoActions(kind: LogoKind, logoID: string) {
  const { name, title } = kinds[kind];
  const queryClient = useQueryClient();
  // The button stays busy until the new logo is shown.
  const onSuccess = () => queryClient.invalidateQueries();
  const uploadAction = useAction({
    title: `Upload ${name}`,
    mutationFn: async (file: File) => uploadLogo(await logoImages(file, kind)),
    announce: () => ({ text: `${title} uploaded` }),
    onSuccess,
  });
  const deleteAction = useAction({
    title: `Delete ${name}`,
    mutationFn: () => deleteLogo(logoID),
    onSuccess,
  });
  return { uploadAction, deleteAction, error: uploadAction.error ?? deleteAction.error };
}

interface LogoButtonsProps {
  kind: LogoKind;
  logoID: string;
  actions: ReturnType<typeof useLogoActions>;
}

function LogoButtons({ kind, logoID, actions: { uploadAction, deleteAction, error } }: LogoButtonsProps) {
  const { name, title } = kinds[kind];
  // The logo's buttons are the ones that are called just "Upload" and "Delete".
  const label = (action: string) => (kind === "logo" ? undefined : `${action} ${name}`);
  const picker = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);

  function upload(files: readonly File[]) {
    const [file, ...others] = files;
    if (!file || others.length > 0) return;
    deleteAction.reset();
    uploadAction.mutate(file);
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <FileInput ref={picker} label={`${title} file`} onPick={upload} />
      <Button
        aria-label={label("Upload")}
        ref={uploadButton}
        busy={uploadAction.isPending}
        onClick={() => picker.current?.click()}
      >
        Upload
      </Button>
      <Button
        aria-label={label("Delete")}
        busy={deleteAction.isPending}
        variant="quiet"
        className={logoID === "" ? "no-image" : ""}
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
  );
}

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  onPick: (files: readonly File[]) => void;
}

function FileInput({ ref, label, onPick }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={acceptedTypes}
      aria-label={label}
      hidden
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // Picking the same file again would otherwise fire no event.
        event.target.value = "";
        onPick(files);
      }}
    />
  );
}

interface LogoPreviewProps {
  kind: LogoKind;
  logoID: string;
  statusPageURL: string;
  backgroundColor: string;
}

function LogoPreview({ kind, logoID, statusPageURL, backgroundColor }: LogoPreviewProps) {
  const { name, empty } = kinds[kind];
  const isDarkBand = kind === "darkLogo" && !hasBackground(backgroundColor);
  const band = isDarkBand ? themes.dark.card : backgroundColor;
  return (
    <div
      className={`image rounded-lg border p-3 ${logoID ? "border-line" : "border-dashed border-line-strong/60"}`}
      style={logoID && kind !== "favicon" ? { backgroundColor: band } : undefined}
    >
      {logoID ? (
        <img
          src={`${statusPageURL}/logos/${logoID}`}
          srcSet={`${statusPageURL}/logos/${logoID}@2x 2x`}
          alt={`The ${name}`}
          className="max-w-full object-contain"
        />
      ) : (
        <p className="grid justify-items-center gap-1 text-center text-muted">
          <ImageIcon className="size-6" />
          {empty}
        </p>
      )}
    </div>
  );
}
