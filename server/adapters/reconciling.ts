import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Reconciled } from '#contract/operator/reconciliation.schema.ts'
import type { Config } from '#server/config/config.ts'
import type { Reconciling } from '#server/ports/reconciling.ts'

const PROGRAM = join(import.meta.dirname, '../reconcile/main.ts')
/** It holds both sides' books at once: where they are too many it fails, and the server goes on. */
const MEMORY_MB = 768
const ENDS_WITHIN_MS = 60 * 60_000
const LONGEST_ANSWER = 1_000_000

/** `npm run reconcile` as a process of its own: what it reads is nothing for the memory of a server. */
export const ownProcess = ({ payments, dataDir, databaseUrl }: Config): Reconciling => ({
  run: (signal) =>
    new Promise((found, failed) => {
      if (!payments.secretKey) throw new Error('there are no keys of a payment provider')
      const child = spawn(
        process.execPath,
        [`--max-old-space-size=${MEMORY_MB}`, PROGRAM, '--summary'],
        {
          env: {
            ...process.env,
            DATA_DIR: dataDir,
            DATABASE_URL: databaseUrl,
            STRIPE_SECRET_KEY: payments.secretKey,
            STRIPE_API_BASE: payments.apiBase,
          },
          stdio: ['ignore', 'pipe', 'ignore'],
          signal: AbortSignal.any([signal, AbortSignal.timeout(ENDS_WITHIN_MS)]),
        },
      )
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(0, LONGEST_ANSWER)
      })
      // One that is ended has let go of the database only when it is gone.
      let fault: Error | null = null
      child.on('error', (error) => {
        fault = error
      })
      child.once('close', (code) => {
        try {
          if (fault) throw fault
          // 1: it found differences.
          if (code !== 0 && code !== 1) throw new Error(`it ended with ${code}`)
          found(Reconciled.parse(JSON.parse(said)))
        } catch (error) {
          failed(error)
        }
      })
    }),
})
