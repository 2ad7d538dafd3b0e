import { DOMParser } from "@xmldom/xmldom";

export type XmlElement = ReturnType<typeof parseXml>;

/** The root of a document; fails where it is not well-formed. */
export function parseXml(xml: string) {
  const parser = new DOMParser({
    onError: (_, message) => {
      throw new Error(message);
    },
  });
  const root = parser.parseFromString(xml, "application/xml").documentElement;
  if (!root) throw new Error("There is nothing in it.");
  return root;
}
