import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Reconciled } from '#contract/operator/reconciliation.schema.ts'
import type { Config } from '#server/config/config.ts'
import type { Reconciling } from '#server/ports/reconciler.ts'

const PROGRAM = join(import.meta.dirname, '../reconcile/main.ts')
/** The reconciliation holds all records of both sides; above this limit it fails, and the server stays up. */
const MEMORY_MB = 768
const ENDS_WITHIN_MS = 60 * 60_000
const LONGEST_ANSWER = 1_000_000

/** Runs `npm run reconcile` as its own process: its data would exceed the server's memory. */
export const ownProcess = ({ payments, dataDir, databaseUrl }: Config): Reconciling => ({
  run: (signal) =>
    new Promise((resolve, reject) => {
      if (!payments.secretKey) throw new Error('no keys of a payment provider are configured')
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
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(0, LONGEST_ANSWER)
      })
      // Reject only at exit: a process that was told to end may still hold the database.
      let fault: Error | null = null
      child.on('error', (error) => {
        fault = error
      })
      child.once('close', (code) => {
        try {
          if (fault) throw fault
          // Exit code 1: differences were found, or, without output, it failed.
          if ((code !== 0 && code !== 1) || output === '')
            throw new Error(`it ended with ${code}, without a result`)
          resolve(Reconciled.parse(JSON.parse(output)))
        } catch (error) {
          reject(error)
        }
      })
    }),
})
