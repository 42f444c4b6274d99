import { MediaDown } from '#server/ports/media.ts'
import type { S3Client } from './client.ts'

export interface ListingEntry {
  /** Without the prefix of all our files. */
  path: string
  size: number
  at: Date
}

const field = (xml: string, name: string) => {
  const [, text] = xml.match(new RegExp(`<${name}>([^<]*)</${name}>`)) ?? []
  return text === undefined ? null : plain(text)
}
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string) =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex, digits, name) =>
    name
      ? (ENTITIES[name] ?? '')
      : String.fromCodePoint(Number.parseInt(hex ?? digits, hex ? 16 : 10)),
  )

/** All objects under a prefix, page by page: each page starts after the last name of the previous one. */
export async function* listed(
  client: S3Client,
  prefix: string,
  under: string,
): AsyncGenerator<ListingEntry> {
  let last: string | null = ''
  while (last !== null) {
    const answer = await client.ask({
      method: 'GET',
      query: { prefix: prefix + under, marker: last },
    })
    if (!answer.ok) throw new MediaDown('the media store has no such bucket', { isFinal: true })
    const xml = Buffer.from(await client.bytes(answer)).toString('utf8')
    const isMore = field(xml, 'IsTruncated') === 'true'
    let end: string | null = null
    for (const [, one = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      end = field(one, 'Key') ?? ''
      yield {
        path: end.slice(prefix.length),
        size: Number(field(one, 'Size')),
        at: new Date(field(one, 'LastModified') ?? 0),
      }
    }
    last = isMore ? end : null
  }
}
