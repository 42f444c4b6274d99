import { NOT_OURS, NOT_THERE } from '#contract/reports/messages.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import { findEvent, findPerson, findRoom, findThread } from './target-queries.ts'

type Takedown = Schema['takedown']
export interface FoundContent {
  kind: Takedown['kind']
  target_id: string
  author_id: string
  url: string
  evidence: Record<string, string | null>
}

/** Path segments of a URL of this site; null for another site's. */
function partsOf(typed: string, siteUrl: string): string[] | null {
  const site = new URL(siteUrl)
  const url = URL.parse(typed, site)
  if (url?.host !== site.host || !/^https?:$/.test(url.protocol)) return null
  try {
    return url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null // invalid percent encoding
  }
}

/** Public content at a URL: a room, an event, a thread or a person. */
export async function findAt(db: Db, siteUrl: string, typed: string): Promise<FoundContent> {
  const parts = partsOf(typed, siteUrl)
  if (!parts) throw invalid({ url: [NOT_OURS] })
  const content = await lookUp(db, parts)
  if (!content) throw invalid({ url: [NOT_THERE] })
  return { ...content, url: `/${parts.map(encodeURIComponent).join('/')}` }
}

async function lookUp(db: Db, parts: string[]): Promise<Omit<FoundContent, 'url'> | undefined> {
  const [first = '', room = '', what, id = ''] = parts
  if (first !== 'community') return parts.length > 0 ? person(db, first) : undefined
  if (what === 'event' && id) return event(db, room, id)
  if (what === 'talk' && id) return thread(db, room, id)
  return roomNamed(db, room)
}

async function roomNamed(db: Db, name: string) {
  const row = await findRoom(db, name)
  return row && of('room', row.id, row.owner_id, { title: row.title, about: row.about })
}

async function event(db: Db, room: string, id: string) {
  const row = await findEvent(db, room, id)
  return row && of('event', id, row.owner_id, { title: row.title, about: row.about })
}

async function thread(db: Db, room: string, id: string) {
  const row = await findThread(db, room, id)
  return row && of('thread', id, row.author_id, { title: row.title, text: row.text })
}

async function person(db: Db, name: string) {
  const row = await findPerson(db, name)
  return row && of('user', row.id, row.id, { display_name: row.display_name, about: row.about })
}

const of = (
  kind: Takedown['kind'],
  target_id: string,
  author_id: string,
  evidence: FoundContent['evidence'],
) => ({ kind, target_id, author_id, evidence })
