import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import type { Config } from '#server/config/config.ts'

/** Where Apple looks (docs.stripe.com/payments/payment-methods/pmd-registration). */
const PATH = '/.well-known/apple-developer-merchantid-domain-association'

/** Serves the file by which Apple verifies this domain, if the operator names one. Throws if it cannot be read. */
export function mountAppleFile(app: Hono, { payments }: Pick<Config, 'payments'>) {
  if (!payments.appleFile) return
  const file = readFileSync(payments.appleFile, 'utf8')
  app.get(PATH, (c) => c.text(file))
}
