type Attributes = Record<string, string>;

/** Trusted markup. Any other text is escaped. */
export interface Xml {
  xml: string;
}

export function element(name: string, attributes: Attributes, ...parts: (Xml | string | undefined)[]): Xml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const content = parts.map((part = "") => (typeof part === "string" ? escaped(part) : part.xml));
  return { xml: `<${name}${written.join("")}>${content.join("")}</${name}>` };
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}

const references: Record<string, string> = {
  // Numeric references, because readers disagree on whether an RSS title is text or HTML (RSS Profile,
  // "Character data").
  "&": "&#x26;",
  "<": "&#x3C;",
  ">": "&#x3E;",
  '"': "&#x22;",
  // Parsers turn these characters in an attribute into spaces or line breaks.
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\u2028": "&#x2028;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\u2028]/g, (character) => references[character] ?? character);
}
