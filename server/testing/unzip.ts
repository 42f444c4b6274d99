import { crc32, inflateRawSync } from 'node:zlib'

/** Files of an archive by its central directory; throws if local headers differ. */
export function unzip(bytes: Uint8Array): Record<string, string> {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files: Record<string, string> = {}
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < zip.readUInt16LE(end + 10); n++) {
    const sum = zip.readUInt32LE(at + 16)
    const packed = zip.readUInt32LE(at + 20)
    const length = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const file = zip.readUInt32LE(at + 42)
    const from = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28)
    const plain = inflateRawSync(zip.subarray(from, from + packed))
    if (zip.toString('latin1', file, file + 4) !== 'PK\x03\x04' || crc32(plain) !== sum)
      throw new Error(`${name} is broken`)
    files[name] = plain.toString()
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
