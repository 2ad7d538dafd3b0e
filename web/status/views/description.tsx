export function Description({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p className="description">
      <bdi>{text}</bdi>
    </p>
  );
}
