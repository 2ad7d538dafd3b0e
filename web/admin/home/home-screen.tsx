import { useLocation, useSearch } from "wouter";
import { DAY_MS } from "../../../worker/shared/time/domain.ts";
import { optionalPart } from "../../ui/lazy-part.tsx";
import { ComponentsScreen, type ScreenActions } from "../components/components-screen.tsx";

const SetUpList = optionalPart("set-up", async () => (await import("./set-up-list.tsx")).SetUpList);

const SET_UP_MS = 14 * DAY_MS;
/** An installation with so many components has imported them from a page that is in use. */
const IN_USE_COMPONENTS = 20;

/** The overview above it has what is open. An installation without old components may still be set up. */
export function HomeScreen() {
  // `/?set-up` shows the list again after it was hidden, also when it is out of date.
  const isRequested = new URLSearchParams(useSearch()).has("set-up");
  const isHome = useLocation()[0] === "/";
  return (
    <ComponentsScreen
      isHome={isHome}
      setUp={(actions) =>
        (isRequested || isNew(actions)) && (
          <SetUpList {...actions} isRequested={isRequested} isBrief={!isHome} />
        )
      }
    />
  );
}

function isNew({ components }: ScreenActions): boolean {
  return (
    components.length < IN_USE_COMPONENTS &&
    components.every(({ createdAt }) => Date.parse(createdAt) > Date.now() - SET_UP_MS)
  );
}
