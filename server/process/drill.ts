import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isLoopback } from '../config/addresses.ts'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'

/** Lies in a data folder that a backup was brought back into for practice: what it names is where the copy is kept. */
const drillIn = (dataDir: string) => join(dataDir, 'drill')

/** Where its rows, pictures and streams are. Addresses of databases hold passwords. */
function keptAt({ databaseUrl, s3, dataDir, live }: Config): string {
  const bucket = s3 && [s3.endpoint, s3.bucket, s3.prefix]
  const places = JSON.stringify([databaseUrl, bucket, relative(dataDir, live.dir)])
  return createHash('sha256').update(places).digest('base64url')
}

/**
 * Makes a copy of a site one for practice. Its rows know the browsers of real people: they are forgotten, whatever the
 * switch is turned to later. `tables`: those that there are, as it may be the copy of an older release.
 */
export async function makeDrill(config: Config, { db }: Engine, tables: string[], at: Date) {
  const updated_at = at.toISOString()
  if (tables.includes('push_token')) await db.deleteFrom('push_token').execute()
  if (tables.includes('feature_switch'))
    await db
      .insertInto('feature_switch')
      .values({ name: 'notification', enabled: 0, updated_at })
      .onConflict((on) => on.column('name').doUpdateSet({ enabled: 0, updated_at }))
      .execute()
  await writeFile(drillIn(config.dataDir), keptAt(config), { mode: 0o600, flush: true })
}

/** A copy for practice, started with the settings of the real site, would act for it: mail, charge, and sweep its files. */
export function refuseDrillOutside(config: Config) {
  const { dataDir, siteUrl, mail, payments, push } = config
  if (!existsSync(drillIn(dataDir))) return
  const outside = [
    !isLoopback(siteUrl) && 'SITE_URL',
    mail.smtpUrl !== '' && 'SMTP_URL',
    /^[a-z]+_live_/.test(payments.secretKey) && 'STRIPE_SECRET_KEY',
    push.firebase !== null && 'FIREBASE_*',
    readFileSync(drillIn(dataDir), 'utf8') !== keptAt(config) && 'DATABASE_URL, S3_* or LIVE_DIR',
  ].filter((name) => name !== false)
  if (outside.length > 0)
    throw new Error(
      `${dataDir} is a copy for a drill: it is not started with ${outside.join(', ')} of the real site. See "Drill" in docs/running.md.`,
    )
}
