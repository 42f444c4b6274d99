import type { Db } from '#server/db/schema.ts'
import { endOfPart, KINDS, type Kind, listAddresses } from './queries.ts'
import { type Address, sitemapIndex, urlSet } from './xml.ts'

/** A fifth of the allowed size, so that one file does not block other requests. */
const PART = 10_000

/** Static pages of every site. */
const PAGES = [
  ...['/', '/beginners', '/beginners/owner', '/news', '/help', '/help/payment', '/help/other'],
  ...['/terms', '/privacy', '/policy', '/legal'],
]

const pathTo: Record<Kind, (name: string, id: string) => string> = {
  rooms: (name) => `/community/${name}`,
  people: (name) => `/${name}`,
  events: (name, id) => `/community/${name}/event/${encodeURIComponent(id)}`,
  tickets: (name, id) => `/community/${name}/e_ticket/${encodeURIComponent(id)}`,
}

interface Part {
  kind: Kind
  /** Its first entry has a greater id. */
  after: string
}

interface Site {
  db: Db
  siteUrl: string
  articles: () => Promise<Address[]>
  /** URLs per file. */
  size?: number
}

/** Sitemap of all public pages: one file, or an index with several. */
export function sitemapOf({ db, siteUrl, articles, size = PART }: Site) {
  async function addressesIn({ kind, after }: Part): Promise<Address[]> {
    const rows = await listAddresses(db, kind, after, size)
    return rows.map(({ id, name, changed }) => ({ path: pathTo[kind](name, id), changed }))
  }

  async function partsOf(kind: Kind): Promise<Part[]> {
    const parts: Part[] = []
    for (let after: string | undefined = ''; after !== undefined; ) {
      parts.push({ kind, after })
      after = await endOfPart(db, kind, after, size)
    }
    return parts
  }

  const fixed = async () => [...PAGES.map((path) => ({ path })), ...(await articles())]

  return {
    /** Start of each file. */
    parts: async () => (await Promise.all(KINDS.map(partsOf))).flat(),
    /** Content of `/sitemap.xml`. */
    async first(parts: Part[]): Promise<string> {
      const files = parts.map((_, at) => `/sitemap/${at + 1}.xml`)
      if (parts.length > KINDS.length) return sitemapIndex(['/sitemap/0.xml', ...files], siteUrl)
      const addresses = await Promise.all(parts.map(addressesIn))
      return urlSet([...(await fixed()), ...addresses.flat()], siteUrl)
    },
    /** A file by number; number 0 also has the static pages and articles. */
    async file(parts: Part[], number: number): Promise<string | null> {
      if (number === 0) return urlSet(await fixed(), siteUrl)
      const part = parts[number - 1]
      return part ? urlSet(await addressesIn(part), siteUrl) : null
    },
  }
}
