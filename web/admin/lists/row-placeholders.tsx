/** They are as high as rows, so that nothing jumps when the rows arrive. */
export function RowPlaceholders() {
  return ["w-40", "w-56", "w-32"].map((width) => (
    <li key={width} aria-hidden="true" className="flex items-center gap-3.5 px-4 py-4">
      <span className="size-5 rounded-full bg-hover" />
      <span className={`h-3.5 rounded bg-hover ${width}`} />
    </li>
  ));
}
