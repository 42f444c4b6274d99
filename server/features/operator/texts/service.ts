// Editing of legal texts: drafts and permanent versions.

import {
  BODY_SHOWS_NOTHING,
  CHANGED_MEANWHILE,
  CONSENT_NOT_ASKED,
  TEXT_DAY_PAST,
  TEXT_HAS_DRAFT,
  TEXT_NO_DRAFT,
  TEXT_PLANNED,
  TEXT_SAME,
  TEXT_STANDS,
} from '#contract/operator/messages.ts'
import { TEXTS, type TextSlug } from '#contract/site/calls.ts'
import type { Tx } from '#server/db/schema.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import type { SiteContent } from '#server/features/site/content.ts'
import { ApiError, invalid, orNotFound } from '#server/http/api-error.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { isoNow } from '#server/ports/clock.ts'
import { TEXT_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { assertKnownFacts } from './known-facts.ts'
import { mayAsk, nextVersion, presentText, type TextVisibility } from './present.ts'
import * as query from './queries.ts'

/** `content`: the texts as pages show them. */
export type TextDeps = Deps & { content: SiteContent }

interface Publishing {
  version: number
  reason: string
}

interface Saving {
  title: string
  body: string
  consent: boolean
  publish_at: string | null
  version: number
}

const conflict = () => new ApiError(409, CHANGED_MEANWHILE)

async function visibilityOf(
  deps: TextDeps,
  slug: TextSlug,
  rows: query.VersionRow[],
): Promise<TextVisibility> {
  const at = isoNow(deps)
  const row = rows.find(({ published_at }) => published_at <= at)
  if (row?.source === 'operator') return row
  const filed = await deps.content.filedText(slug)
  return filed.changed
    ? { ...filed.text, published_at: filed.changed.toISOString(), source: 'file' }
    : (row ?? { ...filed.text, published_at: at, source: 'release' })
}

export async function get(deps: TextDeps, slug: TextSlug) {
  const rows = await query.listVersions(deps.db, slug)
  const visibility = await visibilityOf(deps, slug, rows)
  return presentText(slug, rows, visibility, await query.findDraft(deps.db, slug), isoNow(deps))
}

export const list = (deps: TextDeps) =>
  Promise.all(
    TEXTS.map(async (slug) => {
      const { title, version, versions, draft } = await get(deps, slug)
      const stands = versions.find(({ state }) => state === 'standing')
      const planned = versions.find(({ state }) => state === 'planned')
      return {
        slug,
        title,
        version,
        published_at: stands?.published_at ?? isoNow(deps),
        has_draft: draft !== null,
        planned_at: planned?.published_at ?? null,
      }
    }),
  )

export async function getVersion({ db, content }: TextDeps, slug: TextSlug, version: number) {
  const rows = await query.listVersions(db, slug)
  const row = orNotFound(rows.find((one) => one.version === version))
  return { title: row.title, body: row.body, body_html: await content.render(row.body) }
}

/** Refuses a body that cannot be rendered; `body` is the form field of the error. */
async function assertDisplayable({ content }: TextDeps, body: string) {
  assertKnownFacts(content.unknownIn(body), 'body')
  await content.preview(body).catch(() => {
    throw invalid({ body: [BODY_SHOWS_NOTHING] })
  })
}

export async function save(
  deps: TextDeps,
  viewer: Viewer,
  slug: TextSlug,
  { version, ...input }: Saving,
) {
  if (input.consent && !mayAsk(slug)) throw invalid({ consent: [CONSENT_NOT_ASKED] })
  await assertDisplayable(deps, input.body)
  const consent = input.consent ? (1 as const) : (0 as const)
  const row = { ...input, consent, actor_id: actorOf(viewer), updated_at: isoNow(deps) }
  await transact(deps.db, async (tx) => {
    const saved =
      version === 0
        ? query.insertDraft(tx, { ...row, slug, version: 1 }).catch(orTaken(conflict))
        : query.updateDraft(tx, slug, version, row)
    if ((await saved) === false) throw conflict()
    await record(tx, deps, viewer, {
      action: 'text.draft',
      target: `text:${slug}`,
      before: { draft: version },
      after: { draft: version + 1 },
    })
  })
  return get(deps, slug)
}

export const discard = (deps: TextDeps, viewer: Viewer, slug: TextSlug, version: number) =>
  transact(deps.db, async (tx) => {
    if (!(await query.dropDraft(tx, slug, version))) throw conflict()
    await record(tx, deps, viewer, {
      action: 'text.discard',
      target: `text:${slug}`,
      before: { draft: version },
      after: {},
    })
  })

export async function publish(
  deps: TextDeps,
  viewer: Viewer,
  slug: TextSlug,
  { version, reason }: Publishing,
) {
  await transact(deps.db, (tx) => publishDraft(deps, tx, viewer, slug, { version, reason }))
  await deps.bus.publish(TEXT_CHANGED, slug)
  return get(deps, slug)
}

/** Publishes the draft as the next version. */
async function publishDraft(
  deps: TextDeps,
  tx: Tx,
  viewer: Viewer,
  slug: TextSlug,
  { version: read, reason }: Publishing,
) {
  const draft = await query.findDraft(tx, slug)
  if (!draft) throw new ApiError(409, TEXT_NO_DRAFT)
  if (draft.version !== read) throw conflict()
  const at = isoNow(deps)
  const published_at = draft.publish_at ?? at
  if (published_at < at) throw invalid({ publish_at: [TEXT_DAY_PAST] })
  const rows = await query.listVersions(tx, slug)
  if (rows.some((row) => row.published_at > at)) throw new ApiError(409, TEXT_PLANNED)
  const visibility = await visibilityOf(deps, slug, rows)
  if (visibility.body.trim() === draft.body && visibility.title === draft.title)
    throw new ApiError(409, TEXT_SAME)
  const version = nextVersion(rows, visibility)
  const { title, body, consent } = draft
  const row = { id: deps.newId(), slug, version, title, body, published_at, consent }
  const by = { source: 'operator', actor_id: actorOf(viewer) } as const
  await query.insertVersion(tx, { ...row, ...by }).catch(orTaken(conflict))
  if (!(await query.dropDraft(tx, slug, read))) throw conflict()
  await record(tx, deps, viewer, {
    action: 'text.publish',
    target: `text:${slug}`,
    before: { version: visibility.version },
    after: { version, published_at, consent: consent === 1, reason },
  })
}

/** Turns the planned version back into a draft; refuses if there is a newer draft, so that neither is lost. */
export async function cancelPlannedVersion(
  deps: TextDeps,
  viewer: Viewer,
  slug: TextSlug,
  { version, reason }: Publishing,
) {
  await transact(deps.db, async (tx) => {
    const at = isoNow(deps)
    const deleted = await query.dropPlanned(tx, slug, version, at)
    if (!deleted) throw new ApiError(409, TEXT_STANDS)
    const { title, body, consent } = deleted
    const by = { actor_id: actorOf(viewer), updated_at: at }
    if (await query.findDraft(tx, slug)) throw new ApiError(409, TEXT_HAS_DRAFT)
    const row = { slug, title, body, consent, publish_at: null, version: 1, ...by }
    // Another draft may be saved concurrently.
    await query.insertDraft(tx, row).catch(orTaken(() => new ApiError(409, TEXT_HAS_DRAFT)))
    await record(tx, deps, viewer, {
      action: 'text.call_off',
      target: `text:${slug}`,
      before: { version, published_at: deleted.published_at },
      after: { reason },
    })
  })
  await deps.bus.publish(TEXT_CHANGED, slug)
  return get(deps, slug)
}

export async function preview(
  { content }: TextDeps,
  { kind, body }: { kind: 'news' | 'text' | 'help'; body: string },
) {
  if (kind === 'news') return { body_html: await renderMarkdown(body), unknown: [] }
  return { body_html: await content.render(body), unknown: [...new Set(content.unknownIn(body))] }
}
