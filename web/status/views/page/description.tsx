export function Description({ text }: { text: string }) {
  if (text === "") return null;
  // Isolates the text like `bdi`, with one element less in each row of a long list.
  return (
    <p className="description" dir="auto">
      {text}
    </p>
  );
}
