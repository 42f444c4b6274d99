import * as z from 'zod'
import type { Contentful } from '#server/config/external-services.ts'
import {
  type News,
  PICTURE_HOSTS,
  type PublishedHeadline,
  type Written,
} from '#server/ports/news.ts'
import { richTextHtml } from './rich-text.ts'

const CONTENT_TYPE = 'serviceNews'
/** Number of articles in the list, newest first. */
const MAX_LISTED = 200
const MAX_BYTES = 8_000_000
/** Width of a picture in an article, on a high-density screen. */
const PICTURE_WIDTH = 1_400
const LISTED = ['slug', 'title', 'lead', 'image', 'publishedAt'].map((name) => `fields.${name}`)

const Link = z.object({ sys: z.object({ id: z.string() }) })
const Entry = z.object({
  sys: z.object({ createdAt: z.string() }),
  fields: z.object({
    slug: z.string().min(1).max(200),
    title: z.string().trim().min(1).max(300),
    lead: z.string().max(2_000).optional(),
    /** Markdown or rich text. */
    body: z.union([z.string(), z.looseObject({ nodeType: z.literal('document') })]).optional(),
    image: Link.optional(),
    publishedAt: z.string().optional(),
  }),
})
type Entry = z.output<typeof Entry>
const Asset = z.object({
  sys: z.object({ id: z.string() }),
  fields: z.object({
    title: z.string().optional(),
    description: z.string().optional(),
    file: z.object({ url: z.string(), contentType: z.string().optional() }),
  }),
})
const Answer = z.object({
  items: z.array(z.unknown()),
  includes: z.object({ Asset: z.array(z.unknown()).optional() }).optional(),
})
type Answer = z.output<typeof Answer>

/**
 * Articles of the content type `serviceNews` of a Contentful space, by its Content Delivery API
 * (contentful.com/developers/docs/references/content-delivery-api). Malformed articles are skipped; a malformed
 * response throws.
 */
export function contentfulNews(
  { base, space, environment, token, locale }: Contentful,
  timeoutMs: number,
): News {
  const entries = `${base}/spaces/${encodeURIComponent(space)}/environments/${encodeURIComponent(environment)}/entries`

  async function ask(query: Record<string, string>): Promise<Answer> {
    const params = { content_type: CONTENT_TYPE, include: '1', ...(locale && { locale }), ...query }
    const answer = await fetch(`${entries}?${new URLSearchParams(params)}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A redirect would send our token to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status !== 200) {
      await answer.body?.cancel()
      throw new Error(`Contentful answered ${answer.status}`)
    }
    return Answer.parse(JSON.parse(await textOf(answer)))
  }

  return {
    async list() {
      const answer = await ask({
        order: '-fields.publishedAt',
        limit: String(MAX_LISTED),
        select: ['sys', ...LISTED].join(','),
      })
      const pictures = picturesOf(answer)
      return entriesOf(answer)
        .map((entry) => headlineOf(entry, pictures))
        .sort((a, b) => (a.published_at < b.published_at ? 1 : -1))
    },
    async find(slug) {
      const answer = await ask({ 'fields.slug': slug, limit: '1' })
      const [entry] = entriesOf(answer)
      if (!entry && answer.items.length > 0)
        throw new Error('Contentful answered without an article')
      if (entry && entry.fields.slug !== slug)
        throw new Error('Contentful answered with a different article')
      if (!entry) return null
      const pictures = picturesOf(answer)
      return { ...headlineOf(entry, pictures), body: bodyOf(entry, pictures) }
    },
  }
}

/** The entries that can be shown, each with its instant. */
const entriesOf = ({ items }: Answer): Dated[] =>
  items.flatMap((item) => {
    const read = Entry.safeParse(item)
    const publishedAt = read.success ? instantOf(read.data) : null
    return read.success && publishedAt !== null ? [{ ...read.data, publishedAt }] : []
  })
type Dated = Entry & { publishedAt: string }

/** Publication date set by the author, else the date of creation. */
function instantOf({ fields, sys }: Entry): string | null {
  const instant = new Date(fields.publishedAt ?? sys.createdAt)
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}

type Pictures = ReadonlyMap<string, { url: string; alt: string }>

/** Pictures whose host our content security policy allows. */
function picturesOf({ includes }: Answer): Pictures {
  const assets = (includes?.Asset ?? []).flatMap((asset) => {
    const read = Asset.safeParse(asset)
    if (!read.success) return []
    const { sys, fields } = read.data
    const url = URL.parse(fields.file.url, 'https://contentful.invalid')
    if (!url || !PICTURE_HOSTS.includes(url.host) || url.username !== '') return []
    url.protocol = 'https:'
    url.search = `w=${PICTURE_WIDTH}&fm=webp&q=80`
    return [[sys.id, { url: url.href, alt: fields.description ?? fields.title ?? '' }] as const]
  })
  return new Map(assets)
}

const headlineOf = (entry: Dated, pictures: Pictures): PublishedHeadline => ({
  slug: entry.fields.slug,
  title: entry.fields.title,
  lead: entry.fields.lead ?? '',
  image: pictures.get(entry.fields.image?.sys.id ?? '')?.url ?? null,
  published_at: entry.publishedAt,
})

function bodyOf({ fields: { body = '' } }: Entry, pictures: Pictures): Written['body'] {
  if (typeof body === 'string') return { markdown: body }
  return { html: richTextHtml(body, (id) => pictures.get(id) ?? null) }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('Contentful answered with a response that is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
