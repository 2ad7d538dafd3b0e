import { Link, useLocation } from "wouter";
import { TooltipLayer } from "../ui/tooltip.tsx";
import { Layout } from "./layout/layout.tsx";
import { MessagePage } from "./message-page.tsx";
import { screens } from "./screens.ts";
import { SignInScreen } from "./sign-in/sign-in-screen.tsx";
import { SignedIn } from "./sign-in/signed-in.tsx";

export function AdminApp() {
  return (
    <>
      <Routes />
      <TooltipLayer />
    </>
  );
}

/** The layout stays where it is from screen to screen: only its inside changes. */
function Routes() {
  const [location] = useLocation();
  const path = location.replace(/(?<=.)\/+$/, "");
  const current = path === "/" ? screens[0] : screens.find((screen) => screen.path === path);

  if (path === "/signin") return <SignInScreen />;
  if (!current) return <NotFound />;
  return (
    <SignedIn>
      <Layout screens={screens} current={current}>
        <current.Screen key={current.path} />
      </Layout>
    </SignedIn>
  );
}

function NotFound() {
  return (
    <MessagePage title="404 page not found">
      <Link href="/" className="font-medium text-accent-text underline underline-offset-4">
        Go to the console
      </Link>
    </MessagePage>
  );
}
