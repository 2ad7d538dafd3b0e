import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isolateDirection } from "../shared/isolate-direction.ts";
import { publicSettings } from "./public-settings.ts";

export function usePageTitle(): string {
  const { data } = useQuery(publicSettings);
  const title = data?.serviceName ? `${isolateDirection(data.serviceName)} Status Admin` : "Status Admin";
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
