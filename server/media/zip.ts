import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

export interface ZipEntry {
  /** May contain folders: `領収書/R00000001.html`. */
  name: string
  text: string
}

const deflate = promisify(deflateRaw)
const VERSION = 20
/** Names are UTF-8 (APPNOTE 6.3.10, 4.4.4, bit 11). */
const FLAGS = 0x0800
const DEFLATED = 8

/** ZIP archive by PKWARE's APPNOTE, built in memory; up to 4 GB. */
export async function zip(
  entries: readonly ZipEntry[],
  at: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const stamp = dosTime(at)
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text } of entries) {
    const [plain, path] = [Buffer.from(text), Buffer.from(name)]
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
    const file = [Buffer.from('PK\x03\x04'), facts, path, packed]
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    const versionMadeBy = Buffer.from([VERSION, 0])
    directory.push(Buffer.from('PK\x01\x02'), versionMadeBy, facts, where, path)
    files.push(...file)
    offset += file.reduce((sum, part) => sum + part.length, 0)
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...files, ...directory, end]))
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
