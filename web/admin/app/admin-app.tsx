import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyPart, optionalPart } from "../../ui/lazy-part.tsx";
import { Layout } from "../layout/layout.tsx";
import { match } from "../route.ts";
import { runtimeSettings } from "../runtime-settings.ts";
import { useScreenPath } from "../sign-in/screen-path.ts";
import { SignedIn } from "../sign-in/signed-in.tsx";
import { Toasts } from "../toasts/toasts.tsx";
import { drawer, drawerEntryOf, preloadScreen, routes } from "./screens.tsx";

const LaterLayer = optionalPart("later-layer", async () => (await import("./later-layer.tsx")).LaterLayer);

const NotFound = lazyPart("not-found", async () => (await import("./not-found.tsx")).NotFound);

export function AdminApp() {
  return (
    <>
      <Toasts>
        <ErrorBoundary>
          <Routes />
        </ErrorBoundary>
      </Toasts>
      <LaterLayer />
    </>
  );
}

function Routes() {
  const screenPath = useScreenPath();
  // Nobody can sign in yet, but the first way to do so is tried at addresses below this one.
  const path = runtimeSettings().isUnset && !screenPath.startsWith("/signin/") ? "/setup" : screenPath;
  const found = match(routes, path);
  if (!found) return <NotFound />;

  const { Screen, frame } = found.route;
  // Screens with other parameters share nothing. `/incidents` and `/incidents/new` are the same screen.
  const screen = (
    <ErrorBoundary resetKey={path}>
      <Screen key={Object.values(found.params).join("/")} {...found.params} />
    </ErrorBoundary>
  );
  if (frame === "public") return screen;
  return (
    <SignedIn>
      {frame === "page" ? (
        screen
      ) : (
        <Layout entries={drawer} current={drawerEntryOf(path)} onPreload={preloadScreen}>
          {screen}
        </Layout>
      )}
    </SignedIn>
  );
}
