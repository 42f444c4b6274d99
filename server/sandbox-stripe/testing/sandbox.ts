import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Stripe from 'stripe'
import { PROGRAM_ENV } from '#server/testing/program.ts'
import type { Rule } from '../control/faults.ts'
import type { Noted } from '../core/journal.ts'
import type { Settings } from '../core/settings.ts'

const MAIN = join(import.meta.dirname, '..', 'main.ts')
const SECRET_KEY = 'sk_test_sandbox'
const PUBLISHABLE_KEY = 'pk_test_sandbox'

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/** As late as the provider often is with what it writes after a payment: see `late_seconds`. */
const LATE_SECONDS = 45

/**
 * The sandbox as a process of its own, with the official SDK pointed at it. `stop` takes its file away as well;
 * `kill` leaves it, and `restart` goes on from there (at the same port, so that clients and links go on too).
 */
export async function openSandbox(env: Record<string, string> = {}, late_seconds = LATE_SECONDS) {
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
    /** SIGKILL: nothing is said goodbye to. */
    async kill() {
      await ended(child, 'SIGKILL')
    },
    async restart() {
      child = start({ ...env, SANDBOX_FILE: file, SANDBOX_PORT: port })
      await readyAt(child)
    },
    /** SIGTERM; answers with the exit code. */
    async stop(): Promise<number | null> {
      const code = await ended(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** No retries of the SDK's own, so that a test sees every answer. */
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
  return spawn(process.execPath, [MAIN], {
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
    const said = JSON.parse(line) as { msg: string; url: string }
    if (said.msg === 'ready') return said.url
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

/** The hand behind the provider: its clock, its faults, its journal. */
export function controlOf(url: string, key = SECRET_KEY) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const said = (await answer.json()) as T & { error?: string }
    if (!answer.ok) throw new Error(`the sandbox's control: ${said.error}`)
    return said
  }
  return {
    /** Adds a rule; see `docs/sandbox.md` for what there is. */
    fault: (rule: Rule) => call<{ id: number }>('POST', 'faults', rule),
    clearFaults: () => call('DELETE', 'faults'),
    /** Moves the clock; what lies in between has happened when this returns. */
    advance: (ms: number) => call<{ now_ms: number }>('POST', 'clock', { advance_ms: ms }),
    now: async () => (await call<{ now_ms: number }>('GET', 'clock')).now_ms,
    settings: (given: Partial<Settings>) => call<Settings>('POST', 'settings', given),
    trigger: <T = object>(type: string, given: Record<string, string> = {}) =>
      call<T>('POST', 'trigger', { type, ...given }),
    /** Every request since the one of that number, oldest first. */
    requests: async (after = 0) =>
      (await call<{ requests: Noted[] }>('GET', `requests?after=${after}`)).requests,
    /** Waits until no webhook is due or on its way. */
    async rest(): Promise<void> {
      const { at_rest } = await call<{ at_rest: boolean }>('GET', 'rest')
      if (!at_rest) throw new Error('the sandbox does not come to rest')
    },
    /** A seller who may take money at once. */
    async seller(
      stripe: Stripe,
      capabilities: ('card_payments' | 'jcb_payments' | 'transfers')[] = ['card_payments'],
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
