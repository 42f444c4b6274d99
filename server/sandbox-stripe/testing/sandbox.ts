import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Stripe from 'stripe'
import { bundleOf, PROGRAM_ENV } from '#server/testing/program.ts'
import type { Rule } from '../control/faults.ts'
import type { Noted } from '../core/journal.ts'
import type { Settings } from '../core/settings.ts'

const SECRET_KEY = 'sk_test_sandbox'
const PUBLISHABLE_KEY = 'pk_test_sandbox'

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** A realistic delay of balance transactions: see `late_seconds`. */
export const LATE_SECONDS = 45

/**
 * Starts the sandbox as its own process, with the official SDK. `stop` deletes its file; `kill` keeps it, and
 * `restart` continues with it on the same port, so that clients and links stay valid.
 */
export async function startSandbox(env: Record<string, string> = {}, late_seconds = LATE_SECONDS) {
  const folder = mkdtempSync(join(tmpdir(), 'room-sandbox-'))
  const file = join(folder, 'sandbox.sqlite')
  let child = start({ ...env, SANDBOX_FILE: file })
  const url = await readyAt(child)
  const { port } = new URL(url)
  const stripe = sdk(url)
  await controlOf(url).settings({ late_seconds })
  return {
    url,
    file,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    stripe,
    control: controlOf(url),
    /** SIGKILL, without a clean shutdown. */
    async kill() {
      await ended(child, 'SIGKILL')
    },
    async restart() {
      child = start({ ...env, SANDBOX_FILE: file, SANDBOX_PORT: port })
      await readyAt(child)
    },
    /** SIGTERM; resolves with the exit code. */
    async stop(): Promise<number | null> {
      const code = await ended(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Without the SDK's retries, so that a test sees every response. */
export function sdk(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

function start(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [bundleOf('sandbox')], {
    env: {
      ...PROGRAM_ENV,
      SANDBOX_PORT: '0',
      SANDBOX_SECRET_KEY: SECRET_KEY,
      SANDBOX_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function readyAt(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const entry = JSON.parse(line) as { msg: string; url: string }
    if (entry.msg === 'ready') return entry.url
  }
  throw new Error('the sandbox ended before it was ready')
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return child.exitCode
}

/** Test controls: clock, faults and journal. */
export function controlOf(url: string, key = SECRET_KEY) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const json = (await answer.json()) as T & { error?: string }
    if (!answer.ok) throw new Error(`the sandbox's control call failed: ${json.error}`)
    return json
  }
  return {
    /** Adds a fault; `docs/sandbox.md` lists them. */
    fault: (rule: Rule) => call<{ id: number }>('POST', 'faults', rule),
    clearFaults: () => call('DELETE', 'faults'),
    /** Advances the clock; due jobs have run when this resolves. */
    advance: (ms: number) => call<{ now_ms: number }>('POST', 'clock', { advance_ms: ms }),
    now: async () => (await call<{ now_ms: number }>('GET', 'clock')).now_ms,
    settings: (settings: Partial<Settings>) => call<Settings>('POST', 'settings', settings),
    trigger: <T = object>(type: string, params: Record<string, string> = {}) =>
      call<T>('POST', 'trigger', { type, ...params }),
    /** All requests after that number, oldest first. */
    requests: async (after = 0) =>
      (await call<{ requests: Noted[] }>('GET', `requests?after=${after}`)).requests,
    /** Waits until no webhook is due or being delivered. */
    async rest(): Promise<void> {
      const { at_rest } = await call<{ at_rest: boolean }>('GET', 'rest')
      if (!at_rest) throw new Error('the sandbox still has webhooks to deliver')
    },
    /** A seller with enabled charges. */
    async seller(
      stripe: Stripe,
      capabilities: ('card_payments' | 'jcb_payments' | 'konbini_payments' | 'transfers')[] = [
        'card_payments',
      ],
    ): Promise<Stripe.Account> {
      const { id } = await stripe.accounts.create({
        country: 'JP',
        type: 'express',
        capabilities: Object.fromEntries(capabilities.map((name) => [name, { requested: true }])),
        settings: { payouts: { schedule: { interval: 'manual' } } },
      })
      return call('POST', 'trigger', { type: 'complete_onboarding', account: id })
    },
  }
}
