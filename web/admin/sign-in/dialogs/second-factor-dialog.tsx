import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { useAction } from "../../action.ts";
import { prepareApp, turnOff, turnOn } from "../second-factor.ts";
import { secondFactor } from "../second-factor-query.ts";
import { AppSecret } from "./app-secret.tsx";
import { CodeField } from "./code-field.tsx";

type Open = { view: "state" } | { view: "setUp"; secret: string; code: string } | { view: "remove" };

export function SecondFactorDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const load = useQuery(secondFactor);
  const { data: on } = load;
  const [open, setOpen] = useState<Open>({ view: "state" });

  const { prepareAction, changeAction } = useSecondFactorActions(open, setOpen);
  const change = {
    busy: changeAction.isPending,
    error: changeAction.error,
    onSubmit: changeAction.mutate,
    onClose,
  };

  switch (open.view) {
    case "setUp":
      return (
        <FormDialog key="setUp" title="Set up your authenticator app" action="Turn on" {...change}>
          <AppSecret email={email} secret={open.secret} />
          <CodeField focusFirst value={open.code} onChange={(code) => setOpen({ ...open, code })} />
        </FormDialog>
      );
    case "remove":
      return (
        <FormDialog
          key="remove"
          title="Remove your second factor ?"
          action="Remove"
          variant="danger"
          {...change}
        >
          <p className="text-muted">After that, your password alone is enough to sign in.</p>
        </FormDialog>
      );
    case "state":
      return (
        <FormDialog
          key="state"
          title="Second factor"
          action={on ? "Remove" : "Set up"}
          {...(on && { variant: "danger" })}
          busy={on === undefined || prepareAction.isPending}
          error={prepareAction.error}
          onSubmit={on ? () => setOpen({ view: "remove" }) : prepareAction.mutate}
          onClose={onClose}
        >
          <LoadError load={load} />
          <State on={on} />
        </FormDialog>
      );
  }
}

function useSecondFactorActions(open: Open, setOpen: (open: Open) => void) {
  const queryClient = useQueryClient();
  const prepareAction = useAction({
    title: "Set up second factor",
    mutationFn: prepareApp,
    onSuccess: (secret) => setOpen({ view: "setUp", secret, code: "" }),
  });
  const changeAction = useAction({
    title: open.view === "setUp" ? "Turn on second factor" : "Remove second factor",
    mutationFn: () => (open.view === "setUp" ? turnOn(open.code) : turnOff()),
    onSuccess: async () => {
      await queryClient.invalidateQueries(secondFactor);
      setOpen({ view: "state" });
    },
  });
  return { prepareAction, changeAction };
}

function State({ on }: { on: boolean | undefined }) {
  return (
    <p role="status">
      <strong className="font-semibold">{on === undefined ? "…" : on ? "It is on." : "It is off."}</strong>{" "}
      <span className="text-muted">
        {on
          ? "To sign in, you need your password and a code from your authenticator app."
          : "Turn it on to sign in with your password and a code from an app on your phone."}
      </span>
    </p>
  );
}
