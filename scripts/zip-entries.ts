import { inflateRawSync } from 'node:zlib';

/** Signatures of a zip's central directory: of its end, and of each of its records. */
const endOfDirectory = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const record = 0x02014b50;

/** The files in a zip, by name. Only what our own packages have: stored or deflated, smaller than 4 GB. Throws for anything else. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(endOfDirectory);
  if (end < 0) throw new Error('This is no zip.');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== record) throw new Error('The directory of this zip is damaged.');
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const nameEnd = at + 46 + (nameLength ?? 0);
    const name = zip.toString('utf8', at + 46, nameEnd);
    if (!name.endsWith('/')) files.set(name, contentAt(zip, at));
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** What the record at that place of the directory stands for. */
function contentAt(zip: Buffer, at: number): Buffer {
  const method = zip.readUInt16LE(at + 10);
  const size = zip.readUInt32LE(at + 20);
  const header = zip.readUInt32LE(at + 42);
  const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(begin, begin + size);
  if (method === 0) return bytes;
  if (method !== 8)
    throw new Error(`A file in this zip is packed in a way that is not read here (${method}).`);
  return inflateRawSync(bytes);
}
