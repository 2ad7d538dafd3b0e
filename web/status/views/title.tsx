/** A word of at most 20 characters with a hyphen, such as `eu-central-1`. */
const hyphenatedWords = /(?<!\S)(?=\S{1,20}(?!\S))(\S+-\S+)/;

/** Browsers break lines after hyphens, which would tear the name of a region apart. */
export function Title({ text }: { text: string }) {
  return text.split(hyphenatedWords).map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key and no state
      <span key={index} className="word">
        {part}
      </span>
    );
  });
}
