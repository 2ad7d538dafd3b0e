import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { noticePath } from "../../../worker/notices/domain.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { isNotFound } from "../api/error-status.ts";
import { noticeItem } from "../notices/calls.ts";
import { NoticeLoadError } from "../notices/notice-load-error.tsx";
import { postmortemQuery } from "./calls.ts";

const WriteUpEditor = lazyPart(
  "write-up-editor",
  async () => (await import("./write-up-editor.tsx")).WriteUpEditor,
);

const DeletedNotice = lazyPart(
  "deleted-write-up",
  async () => (await import("../notices/detail/deleted-notice.tsx")).DeletedNotice,
);

export function WriteUpScreen({ noticeID }: { noticeID: string }) {
  const incidentLoad = useQuery(noticeItem("incident", noticeID));
  const load = useQuery(postmortemQuery(noticeID));
  const incident = incidentLoad.data;
  if (incident && isNotFound(incidentLoad.error)) return <DeletedNotice notice={incident} />;
  const name = incident?.name ?? "The incident";

  return (
    <>
      <div className="mb-5">
        <Link
          href={noticePath({ kind: "incident", noticeID })}
          className="inline-flex max-w-full gap-1 rounded text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          <span aria-hidden="true">‹</span>
          <bdi className="truncate">{name}</bdi>
        </Link>
        <h1 className="text-xl/8 font-semibold tracking-tight">Write-up</h1>
        <p className="mt-0.5 text-muted text-pretty">
          What happened, why, and what you'll do about it. Visitors read it once you publish it.
        </p>
      </div>
      <div className="grid gap-4">
        <NoticeLoadError load={incidentLoad} />
        {incident && <LoadError load={load} />}
        {incident && load.data && <WriteUpEditor incident={incident} stored={load.data} />}
      </div>
    </>
  );
}
