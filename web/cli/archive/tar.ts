import { CommandError } from "../command-error.ts";

/** The parts of POSIX ustar that an archive needs: plain files, without owners or times, so that equal content has equal bytes. */
const BLOCK_BYTES = 512;
/** The size has 11 octal digits. */
const MAX_FILE_BYTES = 8 ** 11 - 1;

export function tarHeader(name: string, size: number): Buffer {
  if (size > MAX_FILE_BYTES) throw new CommandError("refused", `${name} is larger than an archive can hold.`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100, "ascii");
  header.write("0000600\0", 100, "ascii");
  header.write("0000000\0", 108, "ascii");
  header.write("0000000\0", 116, "ascii");
  header.write(`${octal(size, 11)}\0`, 124, "ascii");
  header.write(`${octal(0, 11)}\0`, 136, "ascii");
  header.write("        0", 148, "ascii");
  header.write("ustar\x0000", 257, "ascii");
  // The checksum is computed as if it were spaces.
  header.write(`${octal(checksum(header), 6)}\0 `, 148, "ascii");
  return header;
}

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

export const TAR_END = Buffer.alloc(2 * BLOCK_BYTES);

function octal(number: number, digits: number): string {
  return number.toString(8).padStart(digits, "0");
}

function checksum(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0);
}

export interface TarFile {
  name: string;
  size: number;
  /** Read it to its end before the next file. */
  content: AsyncIterable<Buffer>;
}

/** Names lead nowhere: whoever reads compares them with what an archive has. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const bytes = new ByteReader(stream);
  for (;;) {
    const header = await bytes.read(BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = parseHeader(header);
    const content = bytes.take(size);
    yield { name, size, content };
    await bytes.read(tarPadding(size).length);
  }
  await bytes.requireZerosToEnd();
}

function parseHeader(header: Buffer): { name: string; size: number } {
  const name = header.toString("latin1", 0, 100).replace(/\0.*$/s, "");
  const size = header.toString("latin1", 124, 135);
  if (!/^[0-7]{11}$/.test(size) || !header.equals(tarHeader(name, Number.parseInt(size, 8))))
    throw damaged("it isn't one that `daymark export` wrote");
  return { name, size: Number.parseInt(size, 8) };
}

export function damaged(why: string): CommandError {
  return new CommandError("usage", `The archive can't be restored: ${why}.`);
}

class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** At most `max` bytes, and none at the end. */
  async #next(max: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return this.#rest;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, max);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const part = await this.#next(left);
      if (part.length === 0) throw damaged("it ends too early");
      left -= part.length;
      yield part;
    }
  }

  async read(size: number): Promise<Buffer> {
    const parts = [];
    for await (const part of this.take(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async requireZerosToEnd(): Promise<void> {
    const end = await this.read(BLOCK_BYTES);
    const more = await this.#next(1);
    if (more.length > 0 || end.some((byte) => byte !== 0)) throw damaged("it has something after its end");
  }
}
