import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { EVENTS } from './event-types.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/going-live.md')

describe('docs/going-live.md', () => {
  it('lists exactly the webhook events that the code subscribes to', () => {
    const [, listed = ''] = page.split(/<!-- \/?events -->/)
    const names = [...listed.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)
    expect(names.toSorted()).toEqual([...EVENTS].toSorted())
  })

  it('names every payment setting, and both webhook endpoints', () => {
    const names = [...read('server/config/environment.ts').matchAll(/^ {2}([A-Z_]+): z/gm)].map(
      ([, name]) => name!,
    )
    const ours = names.filter((name) =>
      /^(STRIPE_|SELLER_|PAYMENTS|SITE_URL|SMTP_URL|MAIL_FROM)/.test(name),
    )
    expect(ours.length).toBeGreaterThan(9)
    for (const name of ours) expect(page, name).toContain(`\`${name}\``)
    for (const path of Object.values(WEBHOOK_PATHS)) expect(page).toContain(`<site>${path}\``)
  })

  it('names the API version of the code', async () => {
    const { default: Stripe } = await import('stripe')
    expect(page).toContain(`\`${Stripe.API_VERSION}\``)
  })
})
