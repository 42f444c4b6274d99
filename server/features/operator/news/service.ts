// Editing of news: drafts, planned and published articles.

import type { OperatorAction } from '#contract/operator/audit/calls.ts'
import {
  CHANGED_MEANWHILE,
  NEWS_ELSEWHERE,
  NEWS_INCOMPLETE,
  NEWS_OUT,
  SLUG_TAKEN,
} from '#contract/operator/messages.ts'
import type { NewsWriting } from '#contract/operator/news/shapes.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Schema } from '#server/db/schema.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, invalid, orNotFound } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { pictureAfter, pictureStore } from '#server/media/pictures/picture-store.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as query from './queries.ts'

type Row = Schema['news']

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
const slugTaken = () => invalid({ slug: [SLUG_TAKEN] })

const PICTURE = { folder: 'public/news/', field: 'image', side: 1_600 } as const

function assertOwnNews(deps: Deps) {
  if (deps.news) throw new ApiError(409, NEWS_ELSEWHERE)
}

async function find(deps: Deps, slug: string): Promise<Row> {
  assertOwnNews(deps)
  return orNotFound(await query.findBySlug(deps.db, slug))
}

function rowAfter(
  deps: Deps,
  before: Pick<Row, keyof typeof BLANK>,
  input: NewsWriting,
  path: string | undefined,
) {
  const status = input.status ?? before.status
  const at = input.published_at ?? before.published_at
  return {
    slug: input.slug ?? (before.slug || `draft-${deps.newId()}`),
    title: input.title ?? before.title,
    lead: input.lead ?? before.lead,
    body: input.body ?? before.body,
    image_path: pictureAfter(before.image_path, input.image, path),
    status,
    published_at: status === 'published' ? at || isoNow(deps) : at,
    updated_at: isoNow(deps),
  }
}

/** Requires all fields and a chosen slug for publication. */
function assertComplete(row: ReturnType<typeof rowAfter>) {
  if (row.status === 'draft') return
  const empty = (['title', 'lead', 'body'] as const).filter((name) => row[name] === '')
  const missing = row.slug.startsWith('draft-') ? [...empty, 'slug'] : empty
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((name) => [name, [NEWS_INCOMPLETE]])))
}

export async function list(deps: Deps, paging: PageWindow) {
  if (deps.news) return { items: [], more: false }
  const list = await page(paging, (window) => query.listAll(deps.db, window))
  return { ...list, items: list.items.map(headline) }
}

export const get = async (deps: Deps, slug: string) => present(await find(deps, slug))

export async function create(deps: Deps, viewer: Viewer, read: () => Promise<NewsWriting>) {
  assertOwnNews(deps)
  const input = await read()
  return pictureStore(deps, PICTURE).around(viewer.id, input.image, async (path) => {
    const row = { ...rowAfter(deps, BLANK, input, path), id: deps.newId(), version: 1 }
    assertComplete(row)
    await transact(deps.db, async (tx) => {
      await query.insert(tx, row).catch(orTaken(slugTaken))
      await record(tx, deps, viewer, {
        action: 'news.create',
        target: `news:${row.id}`,
        before: {},
        after: stateOf(row),
      })
    })
    return present(row)
  })
}

export async function change(
  deps: Deps,
  viewer: Viewer,
  slug: string,
  read: () => Promise<NewsWriting>,
) {
  // The form may take as long as its network: the article is read again afterwards.
  await find(deps, slug)
  const input = await read()
  const before = await find(deps, slug)
  if (input.version !== before.version) throw new ApiError(409, CHANGED_MEANWHILE)
  const row = await pictureStore(deps, PICTURE).around(viewer.id, input.image, async (path) => {
    const after = rowAfter(deps, before, input, path)
    assertComplete(after)
    await transact(deps.db, async (tx) => {
      const saved = await query
        .update(tx, before.id, before.version, after)
        .catch(orTaken(slugTaken))
      if (!saved) throw new ApiError(409, CHANGED_MEANWHILE)
      await record(tx, deps, viewer, {
        action: actOf(before.status, after.status),
        target: `news:${before.id}`,
        before: stateOf(before),
        after: stateOf(after),
      })
    })
    return { ...before, ...after, version: before.version + 1 }
  })
  if (row.image_path !== before.image_path)
    await pictureStore(deps, PICTURE).drop(before.image_path)
  return present(row)
}

export async function remove(deps: Deps, viewer: Viewer, slug: string) {
  const row = await find(deps, slug)
  await transact(deps.db, async (tx) => {
    if (!(await query.removeDraft(tx, row.id))) throw new ApiError(409, NEWS_OUT)
    await record(tx, deps, viewer, {
      action: 'news.delete',
      target: `news:${row.id}`,
      before: stateOf(row),
      after: {},
    })
  })
  await pictureStore(deps, PICTURE).drop(row.image_path)
}

function actOf(before: Row['status'], after: Row['status']): OperatorAction {
  if (before === after) return 'news.change'
  return after === 'published' ? 'news.publish' : 'news.withdraw'
}
