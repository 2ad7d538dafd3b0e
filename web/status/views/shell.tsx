import type { ReactNode } from "react";
import { Document } from "./document.tsx";

/** What every page of the service shows of it. */
export interface ServiceView {
  serviceName: string;
  backgroundColor: string;
  logoID: string;
}

interface Props {
  service: ServiceView;
  css: string;
  /** Of a page that is not the main one, before the service's name. */
  title?: string;
  children: ReactNode;
}

/** The service's name or logo on top, the note about time zones at the bottom. */
export function Shell({ service, css, title, children }: Props) {
  const { serviceName, backgroundColor, logoID } = service;
  const name = `${serviceName || "Service"} Status`;
  return (
    <Document look={{ title: title ? `${title} - ${name}` : name, css, backgroundColor }}>
      <header className="top">
        <div className="wide">
          <a href="/">{logoID === "" ? <bdi>{name}</bdi> : <Logo id={logoID} name={name} />}</a>
        </div>
      </header>
      <main className="wide">{children}</main>
      <footer className="wide">
        <p data-zone-note="">All times are in UTC.</p>
      </footer>
    </Document>
  );
}

function Logo({ id, name }: { id: string; name: string }) {
  return <img src={`/logos/${id}`} srcSet={`/logos/${id}@2x 2x`} alt={name} />;
}
