import type * as z from 'zod'
import type { Monetization } from '#contract/monetization/calls.ts'
import { PICTURE_REFUSED } from '#contract/monetization/identity-messages.ts'
import {
  SELLER_BLOCKED,
  SELLER_FACT_REFUSED,
  SELLER_ROOM_NEEDED,
} from '#contract/monetization/messages.ts'
import type { shapes } from '#contract/monetization/shapes.ts'
import { textsOf } from '#server/db/json.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { findSellerAccount, type SellerRow } from '#server/features/payments/queries.ts'
import { presentSeller, sellerFactsOf } from '#server/features/payments/seller.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { SellerRefused } from '#server/ports/sellers.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type Application, applicantOf, identityOf, sellerPagesOf, shownOf } from './applicant.ts'
import * as query from './queries.ts'
import * as accounts from './seller-accounts.ts'
import { sendShown } from './shown-facts.ts'

type Change = z.output<(typeof shapes)['changeSeller']['body']>

const NOTHING: Monetization = {
  state: 'none',
  reasons: [],
  seller: null,
  invoice_number: null,
  invoice_since: null,
  facts: null,
  takes_jcb: false,
  takes_konbini: false,
}

/** Form fields of the provider's error parameters. */
const FIELDS: [about: RegExp, field: string, words: string][] = [
  [/back/, 'document_back', PICTURE_REFUSED],
  [/document|file/, 'document_front', PICTURE_REFUSED],
  [/company\[name_kana/, 'company_name_kana', SELLER_FACT_REFUSED],
  [/company\[name/, 'company_name', SELLER_FACT_REFUSED],
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

/** Maps provider errors to refusals for the caller. */
function translateError(error: unknown): never {
  if (error instanceof SellerRefused) {
    const match = FIELDS.find(([about]) => about.test(error.about))
    if (match) throw invalid({ [match[1]]: [match[2]] })
  }
  if (error instanceof ProviderDown) throw new ApiError(503, undefined, { retryAfter: 10 })
  throw error
}

/** Onboarding link while requirements are open. On failure the page is shown without the link. */
async function linkFor(deps: Deps, { account_ref: account, state }: SellerRow) {
  if (!account || (state !== 'none' && state !== 'more_needed')) return {}
  const page = `${deps.config.siteUrl}/dashboard/monetization`
  const at = { account, returnUrl: `${page}?back=1`, refreshUrl: page }
  const url = await deps.payments.onboardingLink(at).catch((error: unknown) => {
    deps.log.warn({ error: String(error) }, 'Could not create an onboarding link.')
    return null
  })
  return url ? { onboarding_url: url } : {}
}

async function show(deps: Deps, ownerId: string): Promise<Monetization> {
  const account = await findSellerAccount(deps.db, ownerId)
  if (!account) return NOTHING
  return {
    state: account.state,
    reasons: textsOf(account.reasons),
    ...(await linkFor(deps, account)),
    seller: presentSeller(account, isoNow(deps)),
    invoice_number: account.invoice_number,
    invoice_since: account.invoice_since,
    facts: sellerFactsOf(account),
    takes_jcb: account.jcb_payments === 1,
    takes_konbini: account.konbini_payments === 1,
  }
}

/** The seller's account at the provider, created once. */
async function accountOf(deps: Deps, ownerId: string): Promise<string> {
  await query.beginAccount(deps.db, ownerId, isoNow(deps))
  const known = await query.getAccount(deps.db, ownerId)
  if (known.state === 'blocked') throw new ApiError(409, SELLER_BLOCKED)
  if (known.account_ref) return known.account_ref
  const ref = await deps.payments.addSeller({ userId: ownerId }, `account-${ownerId}`)
  await query.saveReference(deps.db, ownerId, ref)
  return ref
}

export async function get(deps: Deps, viewer: Viewer): Promise<Monetization> {
  // On a provider error the stored state is shown.
  await accounts.look(deps, viewer.id).catch((error: unknown) => {
    deps.log.warn({ error: String(error) }, 'Could not read a seller account from the provider.')
  })
  return show(deps, viewer.id)
}

/** Application of a seller: sent to the provider; details that must be published by law are stored here. */
export async function submit(
  deps: Deps,
  viewer: Viewer,
  application: Application,
): Promise<Monetization> {
  const applicant = applicantOf(deps.clock.now(), application)
  const owner = await findUser(deps.read, viewer.id)
  if (!owner || !(await query.ownsRoom(deps.read, viewer.id)))
    throw new ApiError(409, SELLER_ROOM_NEEDED)
  const account = await accountOf(deps, viewer.id).catch(translateError)
  const identity = identityOf(applicant, sellerPagesOf(deps.config.siteUrl, owner.name))
  await deps.payments.describeSeller(account, identity).catch(translateError)
  await query.changeAccount(deps.db, viewer.id, {
    seller: JSON.stringify(shownOf(applicant)),
    invoice_number: application.invoice_number,
    invoice_since: application.invoice_since ?? null,
    terms_accepted_at: isoNow(deps),
  })
  await sendShown(deps, viewer.id)
  await accounts.look(deps, viewer.id).catch(translateError)
  return show(deps, viewer.id)
}

/** Changes the published details only, and sends the provider those that buyers may see. */
export async function change(
  deps: Deps,
  viewer: Viewer,
  { invoice_number, invoice_since, ...change }: Change,
): Promise<Monetization> {
  const account = await query.findAccount(deps.db, viewer.id)
  if (!account?.account_ref) throw new ApiError(404)
  const seller = JSON.stringify({ ...sellerFactsOf(account), ...change })
  await query.changeAccount(deps.db, viewer.id, {
    seller,
    invoice_number,
    // The app of the last release does not know it.
    ...(invoice_since !== undefined && { invoice_since }),
  })
  await sendShown(deps, viewer.id)
  return show(deps, viewer.id)
}
