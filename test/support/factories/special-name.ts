/** Wraps a name in Unicode isolates, as the product does inside other text. */
export const isolateDirection = (name: string) => `\u2068${name}\u2069`;

/** A name with every special character of XML, iCalendar, Markdown, SVG and HTML, and characters of several scripts. */
export const specialName = `<b><drawn/>&amp; "A" 'B' ]]> <!-- ; , : \\n \\ ^ % {x} $& _c_ *d* \`e\` [f](g) # | ~ \n \t é 한 \u202e 😀\u2028\u0301\ufdd0 end`;
