import { DOMParser } from "@xmldom/xmldom";

export type XmlElement = ReturnType<typeof parseXml>;

/** Returns the root element. Throws if the document is not well-formed. */
export function parseXml(xml: string) {
  const parser = new DOMParser({
    onError: (_, message) => {
      throw new Error(message);
    },
  });
  const root = parser.parseFromString(xml, "application/xml").documentElement;
  if (!root) throw new Error("The document is empty.");
  return root;
}
