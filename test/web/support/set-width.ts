/** Sets the width that media queries are about. */
export function setWidth(width: number) {
  // happy-dom's own property, which its types don't add to those of the browser.
  const { happyDOM } = window as typeof window & {
    happyDOM: { setViewport: (size: { width: number }) => void };
  };
  happyDOM.setViewport({ width });
}
