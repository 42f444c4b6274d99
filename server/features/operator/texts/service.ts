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
import { SiteContent } from '#server/features/site/content.ts'
import { ApiError, invalid, orNotFound } from '#server/http/api-error.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { TEXT_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { assertKnownFacts } from './known-facts.ts'
import { mayAsk, nextVersion, presentText, type TextVisibility } from './present.ts'
import * as query from './queries.ts'

interface Saving {
  title: string
  body: string
  consent: boolean
  publish_at: string | null
  version: number
}

/** Editing of legal texts: drafts and permanent versions. */
export function textService(deps: Deps) {
  const { db, clock, newId, bus } = deps
  const content = new SiteContent(deps)
  const now = () => clock.now().toISOString()
  const conflict = () => new ApiError(409, CHANGED_MEANWHILE)

  async function visibilityOf(slug: TextSlug, rows: query.VersionRow[]): Promise<TextVisibility> {
    const row = rows.find(({ published_at }) => published_at <= now())
    if (row?.source === 'operator') return row
    const filed = await content.filedText(slug)
    return filed.changed
      ? { ...filed.text, published_at: filed.changed.toISOString(), source: 'file' }
      : (row ?? { ...filed.text, published_at: now(), source: 'release' })
  }
  async function get(slug: TextSlug) {
    const rows = await query.listVersions(db, slug)
    const visibility = await visibilityOf(slug, rows)
    return presentText(slug, rows, visibility, await query.findDraft(db, slug), now())
  }

  /** Refuses a body that cannot be rendered; `field` is the form field of the error. */
  async function assertDisplayable(body: string) {
    assertKnownFacts(content.unknownIn(body), 'body')
    await content.preview(body).catch(() => {
      throw invalid({ body: [BODY_SHOWS_NOTHING] })
    })
  }

  /** Publishes the draft as the next version. */
  async function turn(tx: Tx, viewer: Viewer, slug: TextSlug, read: number, reason: string) {
    const draft = await query.findDraft(tx, slug)
    if (!draft) throw new ApiError(409, TEXT_NO_DRAFT)
    if (draft.version !== read) throw conflict()
    const at = now()
    const published_at = draft.publish_at ?? at
    if (published_at < at) throw invalid({ publish_at: [TEXT_DAY_PAST] })
    const rows = await query.listVersions(tx, slug)
    if (rows.some((row) => row.published_at > at)) throw new ApiError(409, TEXT_PLANNED)
    const visibility = await visibilityOf(slug, rows)
    if (visibility.body.trim() === draft.body && visibility.title === draft.title)
      throw new ApiError(409, TEXT_SAME)
    const version = nextVersion(rows, visibility)
    const { title, body, consent } = draft
    const row = { id: newId(), slug, version, title, body, published_at, consent }
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

  return {
    list: () =>
      Promise.all(
        TEXTS.map(async (slug) => {
          const { title, version, versions, draft } = await get(slug)
          const stands = versions.find(({ state }) => state === 'standing')
          const planned = versions.find(({ state }) => state === 'planned')
          return {
            slug,
            title,
            version,
            published_at: stands?.published_at ?? now(),
            has_draft: draft !== null,
            planned_at: planned?.published_at ?? null,
          }
        }),
      ),
    get,

    async getVersion(slug: TextSlug, version: number) {
      const row = orNotFound(
        (await query.listVersions(db, slug)).find((one) => one.version === version),
      )
      return { title: row.title, body: row.body, body_html: await content.render(row.body) }
    },

    async save(viewer: Viewer, slug: TextSlug, { version, ...input }: Saving) {
      if (input.consent && !mayAsk(slug)) throw invalid({ consent: [CONSENT_NOT_ASKED] })
      await assertDisplayable(input.body)
      const consent = input.consent ? (1 as const) : (0 as const)
      const row = { ...input, consent, actor_id: actorOf(viewer), updated_at: now() }
      await transact(db, async (tx) => {
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
      return get(slug)
    },

    async discard(viewer: Viewer, slug: TextSlug, version: number) {
      await transact(db, async (tx) => {
        if (!(await query.dropDraft(tx, slug, version))) throw conflict()
        await record(tx, deps, viewer, {
          action: 'text.discard',
          target: `text:${slug}`,
          before: { draft: version },
          after: {},
        })
      })
    },

    async publish(viewer: Viewer, slug: TextSlug, { version, reason }: Publishing) {
      await transact(db, (tx) => turn(tx, viewer, slug, version, reason))
      await bus.publish(TEXT_CHANGED, slug)
      return get(slug)
    },

    /** Turns the planned version back into a draft; refuses if there is a newer draft, so that neither is lost. */
    async cancelPlannedVersion(viewer: Viewer, slug: TextSlug, version: number, reason: string) {
      await transact(db, async (tx) => {
        const deleted = await query.dropPlanned(tx, slug, version, now())
        if (!deleted) throw new ApiError(409, TEXT_STANDS)
        const { title, body, consent } = deleted
        const by = { actor_id: actorOf(viewer), updated_at: now() }
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
      await bus.publish(TEXT_CHANGED, slug)
      return get(slug)
    },

    async preview({ kind, body }: { kind: 'news' | 'text' | 'help'; body: string }) {
      if (kind === 'news') return { body_html: await renderMarkdown(body), unknown: [] }
      return {
        body_html: await content.render(body),
        unknown: [...new Set(content.unknownIn(body))],
      }
    },
  }
}

interface Publishing {
  version: number
  reason: string
}
