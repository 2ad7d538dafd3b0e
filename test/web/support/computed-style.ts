// happy-dom computes all properties of an element and its ancestors anew for each property that is read after a change of the page.
// Queries by role read a few for every element, which took a tenth of the time of these tests. This remembers what happy-dom has
// computed for an element with the same tag and the same `style` attributes.

const { getComputedStyle } = window;
const styleElements = document.getElementsByTagName("style");
const computedValues = new Map<string, string>();

window.getComputedStyle = (element) => {
  const style = getComputedStyle.call(window, element);
  const getPropertyValue = (name: string) => {
    if (!dependsOnAttributesOnly(element, name)) return style.getPropertyValue(name);
    const key = `${name} ${element.tagName} ${stylesOf(element, name).join()}`;
    const value = computedValues.get(key) ?? style.getPropertyValue(name);
    computedValues.set(key, value);
    return value;
  };
  return new Proxy(style, {
    get(target, property) {
      if (property === "getPropertyValue") return getPropertyValue;
      if (property === "display" || property === "visibility") return getPropertyValue(property);
      if (property === "pointerEvents") return getPropertyValue("pointer-events");
      return Reflect.get(target, property);
    },
  });
};

/** Radix adds a style sheet while a dialog is open. happy-dom shows and hides `dialog` by itself. */
function dependsOnAttributesOnly(element: Element, name: string): boolean {
  if (!element.isConnected || element.tagName === "DIALOG") return false;
  return !Array.from(styleElements).some(({ textContent }) => textContent.includes(name));
}

/** Only `visibility` is inherited. */
function stylesOf(element: Element, name: string): (string | null)[] {
  const styles = [element.getAttribute("style")];
  if (name !== "visibility") return styles;
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    styles.push(parent.getAttribute("style"));
  return styles;
}
