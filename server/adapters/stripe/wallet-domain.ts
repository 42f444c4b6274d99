// The site's domain at Stripe: without it, the browser's wallets (Apple Pay, Google Pay) are not offered on its pages.

import type Stripe from 'stripe'

const hostOf = (siteUrl: string) => new URL(siteUrl).hostname
/** Wallets need https; sites without it are demos. */
const hasWallets = (siteUrl: string) => siteUrl.startsWith('https:')

async function findDomain(stripe: Stripe, siteUrl: string) {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: hostOf(siteUrl) })
  return data[0]
}

/** What is wrong with the domain, in words; empty: nothing. Throws the SDK's errors. */
export async function readWalletProblems(stripe: Stripe, siteUrl: string): Promise<string[]> {
  return hasWallets(siteUrl) ? problemsOf(await findDomain(stripe, siteUrl), siteUrl) : []
}

/**
 * Registers the domain, and has Apple verify it again if it is not active. Idempotent. Returns what is still wrong. Throws
 * the SDK's errors.
 */
export async function registerWalletDomain(stripe: Stripe, siteUrl: string): Promise<string[]> {
  if (!hasWallets(siteUrl)) return []
  const known = await findDomain(stripe, siteUrl)
  const domain =
    known ?? (await stripe.paymentMethodDomains.create({ domain_name: hostOf(siteUrl) }))
  const isActive = domain.apple_pay.status === 'active'
  return problemsOf(
    isActive ? domain : await stripe.paymentMethodDomains.validate(domain.id),
    siteUrl,
  )
}

function problemsOf(domain: Stripe.PaymentMethodDomain | undefined, siteUrl: string): string[] {
  const host = hostOf(siteUrl)
  if (!domain) return [`the domain ${host} is not registered: no wallets are offered`]
  const { enabled, apple_pay, google_pay } = domain
  const reason = apple_pay.status_details?.error_message
  return [
    !enabled && `the domain ${host} is disabled: no wallets are offered`,
    apple_pay.status !== 'active' &&
      `Apple Pay is not offered on ${host}${reason ? `: ${reason}` : ''}`,
    google_pay.status !== 'active' && `Google Pay is not offered on ${host}`,
  ].filter((problem) => problem !== false)
}
