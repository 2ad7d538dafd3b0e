import { messageHTML } from "../../../shared/message-html.ts";
import { RenderedMarkdown } from "../../rendered-markdown.tsx";

export default function RenderedMessage({ text }: { text: string }) {
  return <RenderedMarkdown html={messageHTML(text)} />;
}
