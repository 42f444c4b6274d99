import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { streamOf } from '#contract/lib/stream-of.ts'

export interface ZipEntry {
  /** May contain folders: `領収書/R00000001.html`. */
  name: string
  /** A text is written as UTF-8. */
  content: string | Uint8Array
}

const deflate = promisify(deflateRaw)
const VERSION = 20
const VERSION_64 = 45
/** Names are UTF-8 (APPNOTE 6.3.10, 4.4.4, bit 11). */
const FLAGS = 0x0800
const DEFLATED = 8
const MAX_ENTRIES = 0xffff
const MAX_OFFSET = 0xffff_ffff

/**
 * ZIP archive by PKWARE's APPNOTE, up to 4 GB, entry by entry: memory holds one entry, and what the central directory
 * says of each. From `maxEntries` on their number stands in a ZIP64 record, as the usual one has 16 bits for it.
 */
export async function* zipChunks(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  at: Date,
  maxEntries = MAX_ENTRIES,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const stamp = dosTime(at)
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const { file, listed } = await pack(entry, stamp, offset)
    if (offset + file.length > MAX_OFFSET) throw new Error('the archive has over 4 GB')
    directory.push(listed)
    offset += file.length
    yield file
  }
  const listing = Buffer.concat(directory)
  yield listing
  const facts = { entries: directory.length, size: listing.length, offset }
  if (facts.entries >= maxEntries) yield ending64(facts)
  yield ending(facts)
}

/** The archive as the body of a response; an error of the entries ends the connection. */
export const zipStream = (entries: AsyncIterable<ZipEntry>, at: Date): ReadableStream =>
  streamOf(zipChunks(entries, at))

/** The archive in memory. */
export async function zip(
  entries: readonly ZipEntry[],
  at: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(Buffer.concat(await Array.fromAsync(zipChunks(entries, at))))
}

/** The bytes of an entry, and its row in the central directory. */
async function pack({ name, content }: ZipEntry, stamp: number, offset: number) {
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  const path = Buffer.from(name)
  const packed = await deflate(plain)
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt16LE(FLAGS, 2)
  facts.writeUInt16LE(DEFLATED, 4)
  facts.writeUInt32LE(stamp, 6)
  facts.writeUInt32LE(crc32(plain), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(plain.length, 18)
  facts.writeUInt16LE(path.length, 22)
  const where = Buffer.alloc(14)
  where.writeUInt32LE(offset, 10)
  const versionMadeBy = Buffer.from([VERSION, 0])
  return {
    file: Buffer.concat([Buffer.from('PK\x03\x04'), facts, path, packed]),
    listed: Buffer.concat([Buffer.from('PK\x01\x02'), versionMadeBy, facts, where, path]),
  }
}

interface Directory {
  entries: number
  /** Bytes of the central directory, and where it begins. */
  size: number
  offset: number
}

/** End of central directory. */
function ending({ entries, size, offset }: Directory): Buffer<ArrayBuffer> {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(Math.min(entries, MAX_ENTRIES), 8)
  end.writeUInt16LE(Math.min(entries, MAX_ENTRIES), 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** ZIP64 end of central directory record and its locator (APPNOTE 6.3.10, 4.3.14 and 4.3.15). */
function ending64({ entries, size, offset }: Directory): Buffer<ArrayBuffer> {
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(VERSION_64, 12)
  record.writeUInt16LE(VERSION_64, 14)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}

/** MS-DOS date and time in Japanese time, to two seconds. */
function dosTime(at: Date): number {
  const japan = new Date(at.getTime() + 9 * 3_600_000)
  const date =
    ((japan.getUTCFullYear() - 1980) << 9) | ((japan.getUTCMonth() + 1) << 5) | japan.getUTCDate()
  const time =
    (japan.getUTCHours() << 11) | (japan.getUTCMinutes() << 5) | (japan.getUTCSeconds() >> 1)
  return date * 0x10000 + time
}
