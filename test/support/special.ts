/** As it stands among other words: what turns the direction of text ends with it. */
export const isolated = (name: string) => `\u2068${name}\u2069`;

/** A name with each character that XML, iCalendar, Markdown, SVG or HTML takes for its own, in every plane of Unicode. */
export const specialName = `<b><drawn/>&amp; "A" 'B' ]]> <!-- ; , : \\n \\ ^ % {x} $& _c_ *d* \`e\` [f](g) # | ~ \n \t é 한 \u202e 😀\u2028\u0301\ufdd0 end`;
