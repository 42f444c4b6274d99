import type { Db } from '#server/db/schema.ts'
import { endOfPart, KINDS, type Kind, listAddresses } from './queries.ts'
import { type Address, sitemapIndex, urlSet } from './xml.ts'

/** A file may hold five times as many; what is written in one go should not keep others waiting. */
const PART = 10_000

/** What stands on every site. */
const PAGES = [
  ...['/', '/beginners', '/news', '/help', '/help/payment', '/help/other'],
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
  /** Its first address comes after this id. */
  after: string
}

interface Site {
  db: Db
  siteUrl: string
  articles: () => Promise<Address[]>
  /** How many addresses a file holds. */
  size?: number
}

/** The addresses of everything that is public and listed: one file, or many and a list of them. */
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
    /** Where each file begins. */
    parts: async () => (await Promise.all(KINDS.map(partsOf))).flat(),
    /** What `/sitemap.xml` says. */
    async first(parts: Part[]): Promise<string> {
      const files = parts.map((_, at) => `/sitemap/${at + 1}.xml`)
      if (parts.length > KINDS.length) return sitemapIndex(['/sitemap/0.xml', ...files], siteUrl)
      const found = await Promise.all(parts.map(addressesIn))
      return urlSet([...(await fixed()), ...found.flat()], siteUrl)
    },
    /** The file of that number, from 0, which holds what is not counted in thousands. */
    async file(parts: Part[], number: number): Promise<string | null> {
      if (number === 0) return urlSet(await fixed(), siteUrl)
      const part = parts[number - 1]
      return part ? urlSet(await addressesIn(part), siteUrl) : null
    },
  }
}
