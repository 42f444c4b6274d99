import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { ownProcess } from './reconcile-process.ts'

/** A provider that never answers; `requested` resolves at the first request. */
async function silentProvider() {
  const requested = Promise.withResolvers<void>()
  const server = createServer(() => requested.resolve()).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requested: requested.promise }
}

/** Number of child processes that are still running. */
const countProcesses = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length

/** A site whose seller has an account, so that the provider is called. */
async function siteWith(providerUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'room-reconciling-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const file = join(dataDir, 'room.sqlite')
  const engine = openSqlite(file)
  await migrate(engine)
  await sql`pragma foreign_keys = off`.execute(engine.db)
  await engine.db
    .insertInto('seller_account')
    .values({
      user_id: 'owner',
      account_ref: 'acct_1',
      state: 'ready',
      reasons: '[]',
      charges_enabled: 1,
      jcb_payments: 1,
      konbini_payments: 1,
      seller: '{}',
      invoice_number: null,
      updated_at: '2026-11-20T06:00:00.000Z',
      payouts_enabled: 1,
      payout_day: null,
      terms_accepted_at: null,
    })
    .execute()
  await engine.close()
  return readConfig({
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_silent',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_silent',
    STRIPE_WEBHOOK_SECRET: 'whsec_silent',
    STRIPE_API_BASE: providerUrl,
  })
}

it('abort of a reconciliation settles only after its process has ended, since that may have the database open', async () => {
  const provider = await silentProvider()
  const config = await siteWith(provider.url)
  const stop = new AbortController()
  const before = countProcesses()
  const outcome = ownProcess(config).run(stop.signal)
  await provider.requested
  expect(countProcesses()).toBe(before + 1)
  stop.abort()
  await expect(outcome).rejects.toThrow('aborted')
  // The handle is released at the end of a turn of the event loop.
  for (let turn = 0; turn < 2; turn++) await setImmediate()
  expect(countProcesses()).toBe(before)
})

it('reconciliation that cannot reach the provider fails and says so', async () => {
  const config = await siteWith('http://127.0.0.1:9')
  const outcome = ownProcess(config).run(new AbortController().signal)
  await expect(outcome).rejects.toThrow('it ended with 1, without a result')
})
