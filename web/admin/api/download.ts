export function download(data: Blob, file: string): void {
  const url = URL.createObjectURL(data);
  Object.assign(document.createElement("a"), { href: url, download: file }).click();
  URL.revokeObjectURL(url);
}
