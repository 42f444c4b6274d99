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
} from '#contract/operator/content-messages.ts'
import { TEXTS, type TextSlug } from '#contract/site.ts'
import type { Tx } from '#server/db/schema.ts'
import { orTaken } from '#server/db/taken.ts'
import { transact } from '#server/db/transact.ts'
import { contentOf } from '#server/features/site/content.ts'
import { renderMarkdown } from '#server/http/markdown.ts'
import { invalid, notFound, Refusal } from '#server/http/refusal.ts'
import { TEXT_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import { demandKnownFacts } from './facts.ts'
import { mayAsk, nextVersion, presentText, type Standing } from './present.ts'
import * as query from './queries.ts'

interface Saving {
  title: string
  body: string
  consent: boolean
  publish_at: string | null
  version: number
}

/** Writing the legal texts: a draft, then a version that stays as it was published. */
export function textDesk(deps: Deps) {
  const { db, clock, newId, bus } = deps
  const content = contentOf(deps)
  const now = () => clock.now().toISOString()
  const overtaken = () => new Refusal(409, CHANGED_MEANWHILE)

  async function standingOf(slug: TextSlug, rows: query.VersionRow[]): Promise<Standing> {
    const row = rows.find(({ published_at }) => published_at <= now())
    if (row?.source === 'operator') return row
    const filed = await content.filedText(slug)
    return filed.changed
      ? { ...filed.text, published_at: filed.changed.toISOString(), source: 'file' }
      : (row ?? { ...filed.text, published_at: now(), source: 'release' })
  }
  async function get(slug: TextSlug) {
    const rows = await query.listVersions(db, slug)
    const standing = await standingOf(slug, rows)
    return presentText(slug, rows, standing, await query.findDraft(db, slug), now())
  }

  /** `field` names what is wrong with it. */
  async function demandShowable(body: string) {
    demandKnownFacts(content.unknownIn(body), 'body')
    await content.preview(body).catch(() => {
      throw invalid({ body: [BODY_SHOWS_NOTHING] })
    })
  }

  /** The draft as the next version. */
  async function turn(tx: Tx, viewer: Viewer, slug: TextSlug, read: number, reason: string) {
    const draft = await query.findDraft(tx, slug)
    if (!draft) throw new Refusal(409, TEXT_NO_DRAFT)
    if (draft.version !== read) throw overtaken()
    const at = now()
    const published_at = draft.publish_at ?? at
    if (published_at < at) throw invalid({ publish_at: [TEXT_DAY_PAST] })
    const rows = await query.listVersions(tx, slug)
    if (rows.some((row) => row.published_at > at)) throw new Refusal(409, TEXT_PLANNED)
    const standing = await standingOf(slug, rows)
    if (standing.body.trim() === draft.body && standing.title === draft.title)
      throw new Refusal(409, TEXT_SAME)
    const version = nextVersion(rows, standing)
    const { title, body, consent } = draft
    const row = { id: newId(), slug, version, title, body, published_at, consent }
    const by = { source: 'operator', actor_id: actorOf(viewer) } as const
    await query.insertVersion(tx, { ...row, ...by }).catch(orTaken(overtaken))
    if (!(await query.dropDraft(tx, slug, read))) throw overtaken()
    await record(tx, deps, viewer, {
      action: 'text.publish',
      target: `text:${slug}`,
      before: { version: standing.version },
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
      const row = (await query.listVersions(db, slug)).find((one) => one.version === version)
      if (!row) throw notFound()
      return { title: row.title, body: row.body, body_html: await content.render(row.body) }
    },

    async save(viewer: Viewer, slug: TextSlug, { version, ...said }: Saving) {
      if (said.consent && !mayAsk(slug)) throw invalid({ consent: [CONSENT_NOT_ASKED] })
      await demandShowable(said.body)
      const consent = said.consent ? (1 as const) : (0 as const)
      const row = { ...said, consent, actor_id: actorOf(viewer), updated_at: now() }
      await transact(db, async (tx) => {
        const saved =
          version === 0
            ? query.insertDraft(tx, { ...row, slug, version: 1 }).catch(orTaken(overtaken))
            : query.updateDraft(tx, slug, version, row)
        if ((await saved) === false) throw overtaken()
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
        if (!(await query.dropDraft(tx, slug, version))) throw overtaken()
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

    /** What was written is a draft again; where there is a newer one, neither may be lost. */
    async callOff(viewer: Viewer, slug: TextSlug, version: number, reason: string) {
      await transact(db, async (tx) => {
        const gone = await query.dropPlanned(tx, slug, version, now())
        if (!gone) throw new Refusal(409, TEXT_STANDS)
        const { title, body, consent } = gone
        const by = { actor_id: actorOf(viewer), updated_at: now() }
        if (await query.findDraft(tx, slug)) throw new Refusal(409, TEXT_HAS_DRAFT)
        const row = { slug, title, body, consent, publish_at: null, version: 1, ...by }
        // Somebody may save one in the same moment.
        await query.insertDraft(tx, row).catch(orTaken(() => new Refusal(409, TEXT_HAS_DRAFT)))
        await record(tx, deps, viewer, {
          action: 'text.call_off',
          target: `text:${slug}`,
          before: { version, published_at: gone.published_at },
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
