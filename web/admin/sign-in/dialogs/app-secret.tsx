import { useQuery } from "@tanstack/react-query";
import { publicSettings } from "../../public-settings.ts";
import { QRCode } from "./qr-code.tsx";

/** The QR code is drawn in the browser, so that the secret is sent nowhere. */
export function AppSecret({ email, secret }: { email: string; secret: string }) {
  const { data, isFetched } = useQuery(publicSettings);
  const issuer = data?.serviceName || "Status Admin";

  return (
    <div className="grid justify-items-center gap-3">
      <p className="justify-self-start text-muted">
        Scan the QR code with an authenticator app, or type in the key. Then enter the code that the app
        shows.
      </p>
      <div className="grid size-44 place-items-center overflow-hidden rounded-lg border border-line bg-white">
        {isFetched && <QRCode text={appURI(issuer, email, secret)} />}
      </div>
      <code className="text-center text-balance select-all">{secret.match(/.{1,4}/g)?.join(" ")}</code>
    </div>
  );
}

/** @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
function appURI(issuer: string, email: string, secret: string): string {
  const [name, account] = [encodeURIComponent(issuer), encodeURIComponent(email)];
  return `otpauth://totp/${name}:${account}?secret=${secret}&issuer=${name}`;
}
