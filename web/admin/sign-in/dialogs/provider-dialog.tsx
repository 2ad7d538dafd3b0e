import { useState } from "react";
import { adoptStyles } from "../../../ui/adopt-styles.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorArea } from "../../../ui/error-area.tsx";
import { useAction } from "../../action.ts";
import { hasProvider, runtimeSettings } from "../../runtime-settings.ts";
import { loadProvider } from "../../session/load-provider.ts";
import { consolePath } from "../console-path.ts";
import { takeProviderError } from "../provider-error.ts";
import { useReturnPath } from "../screen-path.ts";
import { noticeClass } from "../sign-in-form.tsx";
import styles from "./provider.css?inline";

adoptStyles(styles);

interface ProviderProps {
  /** Screens below the sign-in page stay open if the provider's page opens in a window of its own. */
  opensWindow: boolean;
}

/** The sign-in page without a user pool. */
export function ProviderDialog({ notice, opensWindow }: ProviderProps & { notice: string | undefined }) {
  return (
    <div className="grid gap-4">
      <h1 className="text-lg/6 font-semibold tracking-tight text-balance">Sign in</h1>
      {notice && (
        <p role="status" className={noticeClass}>
          {notice}
        </p>
      )}
      <p className="text-muted">You sign in on another page, which brings you back.</p>
      <ProviderButtons variant="primary" opensWindow={opensWindow} />
    </div>
  );
}

export function ProviderChoice({ opensWindow }: ProviderProps) {
  return (
    <div className="mt-1 grid gap-4">
      <p className="or flex items-center gap-3 text-muted">or</p>
      <ProviderButtons variant="plain" opensWindow={opensWindow} />
    </div>
  );
}

function ProviderButtons({ variant, opensWindow }: ProviderProps & { variant: "primary" | "plain" }) {
  const settings = runtimeSettings();
  const returnPath = useReturnPath();
  const [callbackError] = useState(takeProviderError);
  const start = useAction({
    title: "Sign in",
    mutationFn: async () => {
      if (opensWindow && window.open("/signin/start", "_blank", "popup,width=480,height=720")) return;
      const { startProviderSignIn } = await loadProvider();
      await startProviderSignIn(returnPath);
    },
  });
  return (
    <div className="grid gap-3">
      <ErrorArea error={start.error ?? (start.isIdle ? callbackError : null)} />
      {hasProvider(settings) && (
        <Button variant={variant} busy={start.isPending} onClick={() => start.mutate()} className="min-h-10">
          <span className="whitespace-normal [overflow-wrap:anywhere]">
            Sign in with {URL.parse(settings.issuer ?? "")?.host}
          </span>
        </Button>
      )}
      {settings.accessAudience && (
        // Access signs in whoever opens a page, so this opens one.
        <Button
          variant={variant}
          onClick={() => window.location.assign(consolePath(returnPath))}
          className="min-h-10"
        >
          Sign in with Cloudflare Access
        </Button>
      )}
    </div>
  );
}
