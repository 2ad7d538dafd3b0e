// happy-dom matches every element, and remembers the result at each of them until it changes. Testing Library asks for all
// elements whenever it looks for a text or a label, which took a tenth of the time of these tests.

import { PropertySymbol } from "happy-dom";

/** Without the collection around them, which happy-dom makes anew for each read. */
const childElements = (parent: object) =>
  (parent as Record<symbol, Element[] | undefined>)[PropertySymbol.elementArray] ?? [];

for (const { prototype } of [Element, Document]) {
  const { querySelectorAll } = prototype;
  // Its callers only iterate over the result.
  prototype.querySelectorAll = function (this: Element | Document, selector: string) {
    return selector === "*" ? allElements(this) : querySelectorAll.call(this, selector);
  } as typeof querySelectorAll;
}

function allElements(parent: Element | Document, found: Element[] = []): Element[] {
  for (const element of childElements(parent)) {
    found.push(element);
    allElements(element, found);
  }
  return found;
}
