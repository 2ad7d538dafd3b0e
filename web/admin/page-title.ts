import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { apart } from "../ui/isolate-direction.ts";
import { service } from "./public-settings.ts";

/** The service's name followed by Status Admin; the browser's title too. */
export function usePageTitle(): string {
  const { data } = useQuery(service);
  const title = data?.serviceName ? `${apart(data.serviceName)} Status Admin` : "Status Admin";
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
