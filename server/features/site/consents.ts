import { AGREED_TEXTS, type AgreedText, CONSENT_FIELD } from '#contract/consents/calls.ts'
import { CONSENT_NEEDED, CONSENT_OLD } from '#contract/site/switch-messages.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow, isYoung } from '#server/ports/clock.ts'
import { TEXT_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps, Viewer } from '#server/process/deps.ts'
import * as query from './consent-queries.ts'

/** Cache time: a planned version requires its consent within this time of its start. */
const HOLD_MS = 10_000

interface RequiredConsent {
  slug: AgreedText
  /** Minimum version: users who accepted an older one must consent again. */
  least: number
  /** The version in force, not older than `least`. */
  inForce: query.Version
}

/** Consents to legal texts, and those still required. */
export class Consents {
  readonly #deps: GivenDeps
  #known: { at: number; required: Promise<RequiredConsent[]> } | null = null

  constructor(deps: GivenDeps) {
    this.#deps = deps
    deps.bus.subscribe(TEXT_CHANGED, () => {
      this.#known = null
    })
  }

  async #askFor(slug: AgreedText): Promise<RequiredConsent[]> {
    const least = await query.leastConsented(this.#deps.read, slug, isoNow(this.#deps))
    const inForce = await query.findVersionInForce(this.#deps.read, slug, isoNow(this.#deps))
    return least === null || !inForce ? [] : [{ slug, least, inForce }]
  }

  /** Usually empty, in which case no query per user is needed. */
  #requiredConsents(): Promise<RequiredConsent[]> {
    const at = this.#deps.clock.now().getTime()
    if (this.#known && isYoung(this.#known.at, at, HOLD_MS)) return this.#known.required
    const fresh = {
      at,
      required: Promise.all(AGREED_TEXTS.map((slug) => this.#askFor(slug))).then((texts) =>
        texts.flat(),
      ),
    }
    this.#known = fresh
    fresh.required.catch(() => {
      if (this.#known === fresh) this.#known = null
    })
    return fresh.required
  }

  async pending(userId: string) {
    const required = await this.#requiredConsents()
    if (required.length === 0) return []
    const accepted = new Map(
      (await query.listGiven(this.#deps.db, userId)).map(({ slug, version }) => [
        slug,
        Number(version),
      ]),
    )
    return required
      .filter(({ slug, least }) => (accepted.get(slug) ?? 0) < least)
      .map(({ slug, inForce }) => ({ slug, ...inForce }))
  }

  /** Refuses a user who still has to consent; existing rights are not affected. */
  async assertAccepted(userId: string) {
    if ((await this.pending(userId)).length > 0)
      throw new ApiError(403, CONSENT_NEEDED, { errors: { [CONSENT_FIELD]: [CONSENT_NEEDED] } })
  }

  async give(viewer: Viewer, texts: { slug: AgreedText; version: number }[]) {
    await transact(this.#deps.db, async (tx) => {
      for (const { slug, version } of texts) {
        const inForce = await query.findVersionInForce(tx, slug, isoNow(this.#deps))
        if (inForce?.version !== version) throw new ApiError(409, CONSENT_OLD)
        await query.addConsent(tx, {
          user_id: viewer.id,
          slug,
          version,
          accepted_at: isoNow(this.#deps),
        })
      }
    })
    return this.pending(viewer.id)
  }

  /** Stores consent to the versions in force when the form was sent, however late the link is used. */
  async atSignUp(tx: Tx, { id, terms_accepted_at }: Schema['user']) {
    for (const slug of AGREED_TEXTS) {
      const stood = await query.findVersionInForce(tx, slug, terms_accepted_at)
      if (!stood) continue
      const { version } = stood
      await query.addConsent(tx, { user_id: id, slug, version, accepted_at: terms_accepted_at })
    }
  }
}
