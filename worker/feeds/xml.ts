type Attributes = Record<string, string>;

/** Markup that an element takes as it is; any other text is escaped. */
export interface Xml {
  xml: string;
}

/** An element of an XML document; parts that are not there are left out. */
export function element(name: string, attributes: Attributes, ...parts: (Xml | string | undefined)[]): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const content = parts.map((part = "") => (typeof part === "string" ? escaped(part) : part.xml));
  return { xml: `<${name}${written.join("")}>${content.join("")}</${name}>` };
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}

const references: Record<string, string> = {
  // As numbers, since readers disagree on whether an RSS title is text or HTML: RSS Profile, "Character data".
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  // Parsers make spaces of these in an attribute, and some a line break of the last.
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\u2028": "&#x2028;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\u2028]/g, (character) => references[character] ?? character);
}
