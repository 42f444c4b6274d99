import type { OperatorAction } from '#contract/operator/audit.ts'
import {
  CHANGED_MEANWHILE,
  NEWS_ELSEWHERE,
  NEWS_INCOMPLETE,
  NEWS_OUT,
  SLUG_TAKEN,
} from '#contract/operator/content-messages.ts'
import type { NewsWriting } from '#contract/operator/news.schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { keptPictures, pictureAfter } from '#server/media/pictures/kept.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'

type Row = Schema['news']
type NewsDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'media' | 'news'>

const BLANK = {
  title: '',
  lead: '',
  body: '',
  slug: '',
  image_path: null,
  published_at: '',
  status: 'draft',
} as const

const headline = (row: Row) => ({
  slug: row.slug,
  title: row.title,
  lead: row.lead,
  image_path: publicUrl(row.image_path),
  published_at: row.published_at || null,
  status: row.status,
  version: row.version,
  updated_at: row.updated_at,
})
const present = (row: Row) => ({ ...headline(row), body: row.body })
const stateOf = ({
  slug,
  status,
  published_at,
}: Pick<Row, 'slug' | 'status' | 'published_at'>) => ({
  slug,
  status,
  published_at,
})
const taken = () => invalid({ slug: [SLUG_TAKEN] })

/** Writing the news: drafts, what is planned, what is out. */
export function newsDesk(deps: NewsDeps) {
  const { db, clock, newId } = deps
  const pictures = keptPictures(deps, { folder: 'public/news/', field: 'image', side: 1_600 })
  const now = () => clock.now().toISOString()

  function demandHere() {
    if (deps.news) throw new Refusal(409, NEWS_ELSEWHERE)
  }
  async function find(slug: string): Promise<Row> {
    demandHere()
    const row = await query.findBySlug(db, slug)
    if (!row) throw notFound()
    return row
  }

  function rowAfter(
    before: Pick<Row, keyof typeof BLANK>,
    said: NewsWriting,
    path: string | undefined,
  ) {
    const status = said.status ?? before.status
    const at = said.published_at ?? before.published_at
    return {
      slug: said.slug ?? (before.slug || `draft-${newId()}`),
      title: said.title ?? before.title,
      lead: said.lead ?? before.lead,
      body: said.body ?? before.body,
      image_path: pictureAfter(before.image_path, said.image, path),
      status,
      published_at: status === 'published' ? at || now() : at,
      updated_at: now(),
    }
  }

  /** What readers see has something in each of its places, and an address that somebody chose. */
  function demandWhole(row: ReturnType<typeof rowAfter>) {
    if (row.status === 'draft') return
    const empty = (['title', 'lead', 'body'] as const).filter((name) => row[name] === '')
    const missing = row.slug.startsWith('draft-') ? [...empty, 'slug'] : empty
    if (missing.length > 0)
      throw invalid(Object.fromEntries(missing.map((name) => [name, [NEWS_INCOMPLETE]])))
  }

  return {
    async list(paging: { limit: number; offset: number }) {
      if (deps.news) return { items: [], more: false }
      const found = await page(paging, (limit) => query.listAll(db, limit, paging.offset))
      return { ...found, items: found.items.map(headline) }
    },

    get: async (slug: string) => present(await find(slug)),

    async create(viewer: Viewer, said: NewsWriting) {
      demandHere()
      return pictures.around(viewer.id, said.image, async (path) => {
        const row = { ...rowAfter(BLANK, said, path), id: newId(), version: 1 }
        demandWhole(row)
        await transact(db, async (tx) => {
          await query.insert(tx, row).catch(orTaken(taken))
          await record(tx, deps, viewer, {
            action: 'news.create',
            target: `news:${row.id}`,
            before: {},
            after: stateOf(row),
          })
        })
        return present(row)
      })
    },

    async change(viewer: Viewer, slug: string, said: NewsWriting) {
      const before = await find(slug)
      if (said.version !== before.version) throw new Refusal(409, CHANGED_MEANWHILE)
      const row = await pictures.around(viewer.id, said.image, async (path) => {
        const after = rowAfter(before, said, path)
        demandWhole(after)
        await transact(db, async (tx) => {
          const saved = await query
            .update(tx, before.id, before.version, after)
            .catch(orTaken(taken))
          if (!saved) throw new Refusal(409, CHANGED_MEANWHILE)
          await record(tx, deps, viewer, {
            action: actOf(before.status, after.status),
            target: `news:${before.id}`,
            before: stateOf(before),
            after: stateOf(after),
          })
        })
        return { ...before, ...after, version: before.version + 1 }
      })
      if (row.image_path !== before.image_path) await pictures.drop(before.image_path)
      return present(row)
    },

    async remove(viewer: Viewer, slug: string) {
      const row = await find(slug)
      await transact(db, async (tx) => {
        if (!(await query.removeDraft(tx, row.id))) throw new Refusal(409, NEWS_OUT)
        await record(tx, deps, viewer, {
          action: 'news.delete',
          target: `news:${row.id}`,
          before: stateOf(row),
          after: {},
        })
      })
      await pictures.drop(row.image_path)
    },
  }
}

function actOf(before: Row['status'], after: Row['status']): OperatorAction {
  if (before === after) return 'news.change'
  return after === 'published' ? 'news.publish' : 'news.withdraw'
}
