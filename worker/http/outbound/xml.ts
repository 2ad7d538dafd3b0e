type Attributes = Record<string, string>;

/** Trusted markup. Any other text is escaped. */
export interface Xml {
  xml: string;
}

export function element(name: string, attributes: Attributes, ...parts: (Xml | string | undefined)[]): Xml {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  const content = parts.map((part = "") => (typeof part === "string" ? escapeText(part) : part.xml));
  return { xml: `<${name}${attributeText.join("")}>${content.join("")}</${name}>` };
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`;
}

const characterReferences: Record<string, string> = {
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

function escapeText(text: string): string {
  return text.replace(/[&<>"\t\n\u2028]/g, (character) => characterReferences[character] ?? character);
}
