export function PlainMessage({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}
