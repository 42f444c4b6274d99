import { defined } from '#contract/defined.ts'
import type { GateLogLine } from '#contract/door/calls.ts'
import { readCode, ticketHash } from '#contract/door/code.ts'
import { UNDO_MS } from '#contract/door/limits.ts'
import { type Did, type GateLogEntry, validAdmissions } from '#contract/door/log.ts'
import { evaluateNumber, evaluateScan, type ScanResult } from '#contract/door/verdict.ts'
import { importKey, type Keys, verifyCode } from '#contract/door/verify.ts'
import { createStore } from '#pwa/lib/store.ts'
import { fromBase64 } from './bytes.ts'
import { signLine } from './gate-key.ts'
import * as store from './gate-store.ts'
import { meantBy } from './number.ts'
import { giveUpGate, syncGate } from './sync.ts'

/** The scan result on the screen, and the action taken on it. */
export interface ShownResult {
  scanResult: ScanResult
  /** The number was typed instead of scanned. */
  typed: boolean
  /** The last action of the gate on this result; null until staff decide. */
  did: Did | null
  /** Counts the results, so that the same result twice is seen as two. */
  turn: number
}

export interface DoorState {
  gate: store.GateRecord
  lines: GateLogLine[]
  unsent: number
  online: boolean
  shown: ShownResult | null
  /** How many actions since the last result could not be written to the log, and so were not carried out. */
  unwritten: number
}

/** Timeout of giving up a gate on a bad network: the owner can revoke the gate from this phone instead. */
export const LEAVING_MS = 8_000

/** A code before the camera counts as the same scan until it has been away for this long. */
const SAME_MS = 4_000
/** The same after an undone or failed entry, while the holder waits: the code is scanned again after this long. */
const AWAY_MS = 2_000

/** The last code before the camera. */
const NOTHING = { what: '', at: 0, forMs: SAME_MS }

/** Runs one gate on this phone: evaluates codes, logs its actions, syncs with the server when online. */
export async function openDoor(id: string) {
  const gate = await store.findGate(id)
  if (!gate) return null
  const state = createStore<DoorState>({
    gate,
    lines: await store.listLines(id),
    unsent: 0,
    online: false,
    shown: null,
    unwritten: 0,
  })
  const set = (change: Partial<DoorState>) => state.set({ ...state.get(), ...change })
  let keys: Keys = await importKeys(gate)
  let last = NOTHING
  let turn = 0
  let before = Promise.resolve()

  /** The server's time, as far as the offset is known. */
  const nowMs = () => Date.now() + state.get().gate.offset
  const context = () => {
    const { gate, lines } = state.get()
    return {
      plan: defined(gate.bundle, 'the bundle').plan,
      gateId: gate.id,
      log: lines,
      nowMs: nowMs(),
    }
  }

  async function countUnsent() {
    const acked = await store.listAcked(id)
    set({ unsent: state.get().lines.filter(({ nonce }) => !acked.has(nonce)).length })
  }

  /**
   * Runs actions in sequence, as each scan is evaluated against the log of all actions before. If the log cannot be
   * written (the phone is full), the previous result is removed: it must not look like the result of this scan.
   */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = before.then(work).catch((error: unknown) => {
      console.warn(error)
      last = { ...last, forMs: AWAY_MS }
      set({ shown: null, unwritten: state.get().unwritten + 1 })
    })
    before = done
    return done
  }

  /** Writes the log entry before the result is shown (`then`), so that a phone that dies now loses no admission. */
  async function write(
    did: Did,
    ticket_hash: string,
    reason: string,
    then: Partial<Pick<DoorState, 'shown'>> = {},
  ) {
    const { lines, gate } = state.get()
    const entry: GateLogEntry = {
      nonce: crypto.randomUUID(),
      seq: Math.max(gate.firstSeq ?? 0, (lines.at(-1)?.seq ?? -1) + 1),
      ticket_hash,
      scanned_at: new Date().toISOString(),
      did,
      reason,
    }
    const line = await signLine(gate.key, gate.id, entry)
    await store.addLine(gate.id, line)
    const unsent = state.get().unsent + 1
    set({ lines: [...state.get().lines, line], unsent, unwritten: 0, ...then })
  }

  /** A valid ticket is admitted at once; staff decide on one that may be admitted by exception. */
  async function answer(scanResult: ScanResult, typed: boolean) {
    const { verdict, ticket } = scanResult
    const did = verdict === 'ok' ? 'admit' : verdict === 'check_holder' ? null : 'refuse'
    const shown: ShownResult = { scanResult, typed, did, turn: ++turn }
    if (did) await write(did, ticket?.hash ?? '', did === 'admit' ? '' : verdict, { shown })
    else set({ shown, unwritten: 0 })
  }

  async function decide(did: Did) {
    const { shown } = state.get()
    const hash = shown?.scanResult.ticket?.hash
    if (!shown || !hash || !choices(shown).includes(did)) return
    await write(did, hash, shown.typed ? 'number' : shown.scanResult.verdict, {
      shown: { ...shown, did },
    })
  }

  async function readGate() {
    const gate = await store.findGate(id)
    if (gate) {
      keys = await importKeys(gate)
      set({ gate })
    }
    await countUnsent()
  }

  /** Whether the call succeeded. Never throws, so that periodic syncs go on. */
  async function report(work: () => Promise<void>): Promise<boolean> {
    const online = await succeeds(work)
    set({ online })
    await succeeds(readGate)
    return online
  }

  /** One sync at a time: a late response would restore an older list. */
  let syncing: Promise<unknown> | null = null

  function isSame(what: string): boolean {
    const at = Date.now()
    const same = what === last.what && at - last.at < last.forMs
    last = { what, at, forMs: same ? last.forMs : SAME_MS }
    return same
  }

  return {
    state,
    /** Evaluates a scanned code. */
    async scan(text: string) {
      const code = readCode(text)
      const hash = code && (await ticketHash(code.claims.issuedId))
      // A rotating code changes, but its ticket hash stays the same.
      if (isSame(hash ?? text)) return
      const proof = code && (await verifyCode(code, keys, nowMs()))
      const scanned = code && proof && hash ? { code, proof, hash } : null
      await inTurn(() => answer(evaluateScan(scanned, context()), false))
    },
    type: (typed: string) =>
      inTurn(() => answer(evaluateNumber(meantBy(typed, context().plan.tickets), context()), true)),
    /** Clears the result: the holder has left. */
    rest() {
      last = NOTHING
      set({ shown: null, unwritten: 0 })
    },
    /** Carries out the choice of staff on the shown result: one of its `choices`. */
    decide: (did: Did) => inTurn(() => decide(did)),
    undo: (hash: string) =>
      inTurn(async () => {
        if (!isUndoable(state.get().lines, hash, Date.now())) return
        const { shown } = state.get()
        const isShown = shown?.scanResult.ticket?.hash === hash
        await write('undo', hash, '', isShown ? { shown: { ...shown, did: 'undo' } } : {})
        if (last.what === hash) last = { ...last, forMs: AWAY_MS }
      }),
    /** Called on the browser's `offline` event, to show it before a call has timed out. */
    lose: () => set({ online: false }),
    /** Sends the log and fetches the list. The caller retries after a failure. */
    sync() {
      syncing ??= report(() => syncGate(id)).finally(() => {
        syncing = null
      })
      return syncing
    },
    /** Gives the gate up once its log is uploaded. Whether another phone may take it now. */
    leave: () => report(() => giveUpGate(id, AbortSignal.timeout(LEAVING_MS))),
  }
}
export type Door = NonNullable<Awaited<ReturnType<typeof openDoor>>>

const succeeds = (work: () => Promise<void>) =>
  work().then(
    () => true,
    (error: unknown) => {
      console.warn(error)
      return false
    },
  )

async function importKeys({ bundle }: store.GateRecord): Promise<Keys> {
  const pairs = (bundle?.keys ?? []).map(
    async ({ id, public_key }) => [id, await importKey(fromBase64(public_key))] as const,
  )
  return new Map(await Promise.all(pairs))
}

/** The actions that staff may still take on a scan result. */
export function choices({ scanResult, did }: ShownResult): Did[] {
  if (scanResult.verdict === 'check_holder') return did === null ? ['admit', 'refuse'] : []
  if (did !== 'refuse') return []
  const { mayReenter, mayOverride } = scanResult
  return [
    ...(mayReenter ? ['reenter' as const] : []),
    ...(mayOverride ? ['override' as const] : []),
  ]
}

/** Whether this gate's newest admission of a ticket may still be undone. */
export function isUndoable(lines: readonly GateLogLine[], hash: string, now: number): boolean {
  const newest = validAdmissions(lines.filter(({ ticket_hash }) => ticket_hash === hash)).at(-1)
  return newest !== undefined && now - Date.parse(newest.scanned_at) < UNDO_MS
}

/** 入場 n / N: the number of tickets admitted, from the data of this phone. */
export function gateProgress({ gate, lines }: Pick<DoorState, 'gate' | 'lines'>) {
  const tickets = gate.bundle?.plan.tickets ?? []
  const inside = new Set(tickets.filter(({ used_at }) => used_at).map(({ hash }) => hash))
  for (const [hash, of] of Map.groupBy(lines, ({ ticket_hash }) => ticket_hash)) {
    if (validAdmissions(of).length > 0) inside.add(hash)
    else if (tickets.some((one) => one.hash === hash && one.used_gate === gate.id))
      inside.delete(hash)
  }
  const issued = tickets.filter(({ status }) => status === 'valid' || status === 'used').length
  return { entered: inside.size, issued }
}
