import type * as z from 'zod'
import { PICTURE_REFUSED } from '#contract/identity-messages.ts'
import { ADULT_AGE } from '#contract/limits.ts'
import {
  BIRTHDAY_WRONG,
  SELLER_BLOCKED,
  SELLER_FACT_REFUSED,
  SELLER_ROOM_NEEDED,
  SELLER_TOO_YOUNG,
} from '#contract/messages.ts'
import type { shapes } from '#contract/monetization.schema.ts'
import type { Monetization } from '#contract/monetization.ts'
import { ageAt } from '#server/features/auth/birthday.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { findSellerAccount, type SellerRow } from '#server/features/payments/queries.ts'
import { factsOf, presentSeller, type SellerFacts } from '#server/features/payments/seller.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { type SellerIdentity, SellerRefused } from '#server/ports/sellers.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { Accounts } from './accounts.ts'
import * as query from './queries.ts'

type Application = z.output<(typeof shapes)['submitMonetization']['body']>
type Change = z.output<(typeof shapes)['changeSeller']['body']>
type ServiceDeps = Pick<Deps, 'db' | 'read' | 'clock' | 'config' | 'payments' | 'log'>

const NOTHING: Monetization = {
  state: 'none',
  reasons: [],
  seller: null,
  invoice_number: null,
  facts: null,
  takes_jcb: false,
}
const BLANK: SellerFacts = { name: '', address: '', phone: '', email: '', disclosed: false }

/** The fields of the form, by what the provider calls what it did not take. */
const FIELDS: [about: RegExp, field: string, words: string][] = [
  [/back/, 'document_back', PICTURE_REFUSED],
  [/document|file/, 'document_front', PICTURE_REFUSED],
  [/phone/, 'phone', SELLER_FACT_REFUSED],
  [/email/, 'email', SELLER_FACT_REFUSED],
  [/dob/, 'birthY', SELLER_FACT_REFUSED],
  [/postal_code/, 'postal_code', SELLER_FACT_REFUSED],
  [/last_name_kana/, 'last_name_kana', SELLER_FACT_REFUSED],
  [/first_name_kana/, 'first_name_kana', SELLER_FACT_REFUSED],
  [/last_name/, 'last_name', SELLER_FACT_REFUSED],
  [/first_name/, 'first_name', SELLER_FACT_REFUSED],
  [/address/, 'city', SELLER_FACT_REFUSED],
]

/** The provider's no, and its silence, as the caller hears them. */
function inOurWords(error: unknown): never {
  if (error instanceof SellerRefused) {
    const found = FIELDS.find(([about]) => about.test(error.about))
    if (found) throw invalid({ [found[1]]: [found[2]] })
  }
  if (error instanceof ProviderDown) throw new Refusal(503, undefined, { retryAfter: 10 })
  throw error
}

export function monetizationService(deps: ServiceDeps, accounts: Accounts) {
  const { db, read, clock, config, payments, log } = deps
  const page = `${config.siteUrl}/dashboard/monetization`

  /** The provider's own page, where there is something left to say there. Without it the rest is still worth showing. */
  async function linkFor({ account_ref: account, state }: SellerRow) {
    if (!account || (state !== 'none' && state !== 'more_needed')) return {}
    const at = { account, returnUrl: `${page}?back=1`, refreshUrl: page }
    const url = await payments.onboardingLink(at).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'no onboarding link')
      return null
    })
    return url ? { onboarding_url: url } : {}
  }

  async function show(ownerId: string): Promise<Monetization> {
    const account = await findSellerAccount(db, ownerId)
    if (!account) return NOTHING
    return {
      state: account.state,
      reasons: JSON.parse(account.reasons) as string[],
      ...(await linkFor(account)),
      seller: presentSeller(account),
      invoice_number: account.invoice_number,
      facts: { ...BLANK, ...factsOf(account) },
      takes_jcb: account.jcb_payments === 1,
    }
  }

  /** The seller's account at the provider, opened once. */
  async function accountOf(ownerId: string): Promise<string> {
    await query.beginAccount(db, ownerId, clock.now().toISOString())
    const known = (await query.findAccount(db, ownerId))!
    if (known.state === 'blocked') throw new Refusal(409, SELLER_BLOCKED)
    if (known.account_ref) return known.account_ref
    const ref = await payments.addSeller({ userId: ownerId }, `account-${ownerId}`)
    await query.keepReference(db, ownerId, ref)
    return ref
  }

  return {
    async get(viewer: Viewer): Promise<Monetization> {
      // A provider that is away, or knows nothing of it, leaves what was known.
      await accounts.look(viewer.id).catch((error: unknown) => {
        log.warn({ error: String(error) }, 'a seller could not be looked up')
      })
      return show(viewer.id)
    },

    /** Who wants to sell: told to the provider, and what the law asks to show of it kept here. */
    async submit(viewer: Viewer, asked: Application): Promise<Monetization> {
      demandAdult(clock.now(), asked)
      const owner = await findUser(read, viewer.id)
      if (!owner || !(await query.ownsRoom(read, viewer.id)))
        throw new Refusal(409, SELLER_ROOM_NEEDED)
      const account = await accountOf(viewer.id).catch(inOurWords)
      const identity = identityOf(asked, pagesOf(config.siteUrl, owner.name))
      await payments.describeSeller(account, identity).catch(inOurWords)
      await query.changeAccount(db, viewer.id, {
        seller: JSON.stringify(shownOf(asked)),
        invoice_number: asked.invoice_number,
        terms_accepted_at: clock.now().toISOString(),
      })
      await accounts.look(viewer.id).catch(inOurWords)
      return show(viewer.id)
    },

    /** What buyers see changes here alone: the provider's own page is where it learns of a move. */
    async change(viewer: Viewer, { invoice_number, ...change }: Change): Promise<Monetization> {
      const account = await query.findAccount(db, viewer.id)
      if (!account?.account_ref) throw new Refusal(404)
      const seller = JSON.stringify({ ...BLANK, ...factsOf(account), ...change })
      await query.changeAccount(db, viewer.id, { seller, invoice_number })
      return show(viewer.id)
    },
  }
}

function demandAdult(now: Date, birthday: Application) {
  const age = ageAt(now, birthday)
  if (age === null) throw invalid({ birthY: [BIRTHDAY_WRONG] })
  if (age < ADULT_AGE) throw invalid({ birthY: [SELLER_TOO_YOUNG] })
}

/** The provider looks at these pages: it cannot, where nobody outside can. */
const pagesOf = (siteUrl: string, name: string) =>
  siteUrl.startsWith('https:')
    ? { room: `${siteUrl}/community/${name}`, law: `${siteUrl}/community/${name}/seller` }
    : null

const shownOf = (asked: Application): SellerFacts => {
  const { postal_code: code, prefecture, city, town, line1, line2 } = asked
  return {
    name: `${asked.last_name} ${asked.first_name}`,
    address:
      `〒${code.slice(0, 3)}-${code.slice(3)} ${prefecture}${city}${town}${line1} ${line2}`.trim(),
    phone: asked.phone,
    email: asked.email,
    disclosed: asked.disclosed,
  }
}

const identityOf = (asked: Application, pages: SellerIdentity['pages']): SellerIdentity => ({
  lastName: asked.last_name,
  firstName: asked.first_name,
  lastNameKana: asked.last_name_kana,
  firstNameKana: asked.first_name_kana,
  birth: { year: asked.birthY, month: asked.birthM, day: asked.birthD },
  phone: asked.phone,
  email: asked.email,
  address: {
    postalCode: asked.postal_code,
    state: asked.prefecture,
    city: asked.city,
    town: asked.town,
    line1: asked.line1,
    line2: asked.line2,
  },
  documents: { front: asked.document_front, back: asked.document_back },
  pages,
})
