import { Link } from "wouter";
import { TooltipLayer } from "../ui/tooltip.tsx";
import { Layout } from "./layout/layout.tsx";
import { MessagePage } from "./message-page.tsx";
import { ScriptPage } from "./metrics/script-page.tsx";
import { usePageTitle } from "./page-title.ts";
import { screens } from "./screens.ts";
import { signInPath, useScreenPath } from "./sign-in/screen-path.ts";
import { SignInScreen } from "./sign-in/sign-in-screen.tsx";
import { SignedIn } from "./sign-in/signed-in.tsx";
import { Toasts } from "./toasts.tsx";

export function AdminApp() {
  return (
    <>
      <Toasts>
        <Routes />
      </Toasts>
      <TooltipLayer />
    </>
  );
}

function Routes() {
  const path = useScreenPath();
  const current = path === "/" ? screens[0] : screens.find((screen) => screen.path === path);

  const script = /^\/metrics\/([^/]+)\/scripts\/([^/]+)$/.exec(path);

  if (path === signInPath) return <SignInScreen />;
  if (script) {
    const [, metricID = "", lang = ""] = script.map(decodeSegment);
    return (
      <SignedIn>
        <ScriptPage metricID={metricID} lang={lang} />
      </SignedIn>
    );
  }
  if (!current) return <NotFound />;
  return (
    <SignedIn>
      <Layout screens={screens} current={current}>
        <current.Screen key={current.path} />
      </Layout>
    </SignedIn>
  );
}

/** Returns invalid percent-encoding as it is. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function NotFound() {
  usePageTitle();
  return (
    <MessagePage title="404 page not found">
      <Link href="/" className="font-medium text-accent-text underline underline-offset-4">
        Go to the console
      </Link>
    </MessagePage>
  );
}
