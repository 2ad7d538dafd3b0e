import { APIError } from "../../api/api.ts";

export function previewProblem(error: Error): string {
  const isRefused = error instanceof APIError && error.status < 500;
  return isRefused
    ? "There is no preview until this can be saved."
    : "The preview isn't available right now.";
}
