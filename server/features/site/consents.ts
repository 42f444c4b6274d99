import { AGREED_TEXTS, type AgreedText, CONSENT_FIELD } from '#contract/consents.ts'
import { CONSENT_NEEDED, CONSENT_OLD } from '#contract/switch-messages.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isYoung } from '#server/ports/clock.ts'
import { TEXT_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './consent-queries.ts'

/** A version that is to stand from a day on asks for its consent within so long of it. */
const HOLD_MS = 10_000

interface Asked {
  slug: AgreedText
  /** Whoever agreed to an older one has to agree anew. */
  least: number
  /** The one that stands: at least the one above. */
  standing: query.Version
}

/** Who has agreed to which version of the terms, and what they have still to agree to. */
export function consentKeeper({
  db,
  read,
  clock,
  bus,
}: Pick<Deps, 'db' | 'read' | 'clock' | 'bus'>) {
  let known: { at: number; asked: Promise<Asked[]> } | null = null
  bus.subscribe(TEXT_CHANGED, () => {
    known = null
  })
  const now = () => clock.now().toISOString()

  async function askFor(slug: AgreedText): Promise<Asked[]> {
    const least = await query.leastConsented(read, slug, now())
    const standing = await query.findStanding(read, slug, now())
    return least === null || !standing ? [] : [{ slug, least, standing }]
  }

  /** Most of the time nobody is asked for anything: that costs nothing. */
  function asked(): Promise<Asked[]> {
    const at = clock.now().getTime()
    if (known && isYoung(known.at, at, HOLD_MS)) return known.asked
    const fresh = {
      at,
      asked: Promise.all(AGREED_TEXTS.map(askFor)).then((found) => found.flat()),
    }
    known = fresh
    fresh.asked.catch(() => {
      if (known === fresh) known = null
    })
    return fresh.asked
  }

  async function pending(userId: string) {
    const wanted = await asked()
    if (wanted.length === 0) return []
    const given = new Map(
      (await query.listGiven(db, userId)).map(({ slug, version }) => [slug, Number(version)]),
    )
    return wanted
      .filter(({ slug, least }) => (given.get(slug) ?? 0) < least)
      .map(({ slug, standing }) => ({ slug, ...standing }))
  }

  return {
    pending,

    /** Refuses whoever has something to agree to first; nothing of theirs is taken from them. */
    async demand(userId: string) {
      if ((await pending(userId)).length > 0)
        throw new Refusal(403, CONSENT_NEEDED, { errors: { [CONSENT_FIELD]: [CONSENT_NEEDED] } })
    },

    async give(viewer: Viewer, texts: { slug: AgreedText; version: number }[]) {
      await transact(db, async (tx) => {
        for (const { slug, version } of texts) {
          const standing = await query.findStanding(tx, slug, now())
          if (standing?.version !== version) throw new Refusal(409, CONSENT_OLD)
          await query.addConsent(tx, { user_id: viewer.id, slug, version, accepted_at: now() })
        }
      })
      return pending(viewer.id)
    },

    /** Whoever signs up has agreed to what stood at that moment, however late they follow the link. */
    async atSignUp(tx: Tx, { id, terms_accepted_at }: Schema['user']) {
      for (const slug of AGREED_TEXTS) {
        const stood = await query.findStanding(tx, slug, terms_accepted_at)
        if (!stood) continue
        const { version } = stood
        await query.addConsent(tx, { user_id: id, slug, version, accepted_at: terms_accepted_at })
      }
    },
  }
}
export type Consents = ReturnType<typeof consentKeeper>
