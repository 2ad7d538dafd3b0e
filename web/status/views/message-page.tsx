import { Document } from "./document.tsx";

/** For an address that has nothing to show, in one sentence. */
export function MessagePage({ title, message, css }: { title: string; message: string; css: string }) {
  return (
    <Document look={{ title, css }}>
      <main className="wide alone">
        <h1>{title}</h1>
        {message !== title && <p>{message}</p>}
        <p>
          <a href="/">Go to the status page</a>
        </p>
      </main>
    </Document>
  );
}
