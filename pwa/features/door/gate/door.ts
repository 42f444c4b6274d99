import type { GateLogLine } from '#contract/door/calls.ts'
import { readCode, ticketHash } from '#contract/door/code.ts'
import type { Did, GateLogEntry } from '#contract/door/log.ts'
import { evaluateNumber, evaluateScan, type ScanResult } from '#contract/door/verdict.ts'
import { importKey, type Keys, verifyCode } from '#contract/door/verify.ts'
import { defined } from '#contract/lib/defined.ts'
import { fromBase64 } from '#pwa/lib/base64.ts'
import { createStore, type Store } from '#pwa/lib/store.ts'
import {
  choices,
  companionsIn,
  type DoorState,
  isUndoable,
  type ShownResult,
} from './door-state.ts'
import { signLine } from './gate-key.ts'
import * as store from './gate-store.ts'
import { HeldCode } from './held-code.ts'
import { giveUpGate, syncGate } from './sync.ts'
import { meantBy, prefixesToAsk } from './typed-number.ts'

/** Timeout of giving up a gate on a bad network: the owner can revoke the gate from this phone instead. */
export const LEAVING_MS = 8_000

/** The gate with that id; null if this phone does not have it. */
export async function openDoor(id: string): Promise<Door | null> {
  const gate = await store.findGate(id)
  if (!gate) return null
  return new Door(gate, await store.listLines(id), await importKeys(gate))
}

/** Runs one gate on this phone: evaluates codes, logs its actions, syncs with the server when online. */
export class Door {
  readonly state: Store<DoorState>
  readonly #id: string
  #keys: Keys
  readonly #held = new HeldCode()
  /** The number of results. */
  #turn = 0
  /** The action before. */
  #before = Promise.resolve()
  #syncing: Promise<unknown> | null = null

  constructor(gate: store.GateRecord, lines: GateLogLine[], keys: Keys) {
    this.state = createStore<DoorState>({
      gate,
      lines,
      unsent: 0,
      online: false,
      shown: null,
      unwritten: 0,
    })
    this.#id = gate.id
    this.#keys = keys
  }

  /** Evaluates the code of a picture; null: it has none. */
  readonly scan = async (text: string | null): Promise<void> => {
    if (text === null) return this.#held.miss(Date.now())
    const code = readCode(text)
    const hash = code && (await ticketHash(code.claims.issuedId))
    // A rotating code changes, but its ticket hash stays the same.
    if (this.#held.isSame(hash ?? text, Date.now())) return
    const proof = code && (await verifyCode(code, this.#keys, this.#nowMs()))
    const scanned = code && proof && hash ? { code, proof, hash } : null
    await this.#inTurn(() => this.#answer(evaluateScan(scanned, this.#context()), false))
  }

  /** Evaluates a typed number. */
  type(typed: string): Promise<void> {
    return this.#inTurn(() => {
      const context = this.#context()
      return this.#answer(evaluateNumber(meantBy(typed, context.plan), context), true)
    })
  }

  /** 記号 of which a typed number needs one. Empty: none is missing. */
  readonly prefixesToAsk = (typed: string): readonly string[] =>
    prefixesToAsk(typed, this.#context().plan)

  /** Clears the result: the holder has left. */
  rest(): void {
    this.#held.forget()
    this.#set({ shown: null, unwritten: 0 })
  }

  /** Carries out the choice of staff on the shown result: one of its `choices`. */
  decide(did: Did): Promise<void> {
    return this.#inTurn(async () => {
      const { shown } = this.state.get()
      const hash = shown?.scanResult.ticket?.hash
      if (!shown || !hash || !choices(shown).includes(did)) return
      const reason = reasonOf(shown)
      await this.#write(did, hash, reason, { shown: { ...shown, did } })
    })
  }

  /** Admits a companion of the shown ticket, who has no ticket of their own: one press, one line of the log. */
  admitCompanion(hash: string): Promise<void> {
    return this.#inTurn(async () => {
      const { shown, gate } = this.state.get()
      const of = shown && !gate.bundle?.plan.named ? companionsIn(this.state.get(), shown) : []
      const isWaiting = of.some((one) => one.hash === hash && !one.isIn)
      if (isWaiting) await this.#write('admit', hash, 'companion')
    })
  }

  undo(hash: string): Promise<void> {
    return this.#inTurn(async () => {
      const { lines, shown } = this.state.get()
      if (!isUndoable(lines, hash, Date.now())) return
      const isShown = shown?.scanResult.ticket?.hash === hash
      await this.#write('undo', hash, '', isShown ? { shown: { ...shown, did: 'undo' } } : {})
      this.#held.retry(hash)
    })
  }

  /** Called on the browser's `offline` event, to show it before a call has timed out. */
  readonly lose = (): void => this.#set({ online: false })

  /** Sends the log and fetches the list, one sync at a time: a late response would restore an older list. */
  sync(): Promise<unknown> {
    this.#syncing ??= this.#report(() => syncGate(this.#id)).finally(() => {
      this.#syncing = null
    })
    return this.#syncing
  }

  /** Gives the gate up once its log is uploaded. Whether another phone may take it now. */
  leave(): Promise<boolean> {
    return this.#report(() => giveUpGate(this.#id, AbortSignal.timeout(LEAVING_MS)))
  }

  #set(change: Partial<DoorState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  /** The server's time, as far as the offset is known. */
  #nowMs(): number {
    return Date.now() + this.state.get().gate.offset
  }

  #context() {
    const { gate, lines } = this.state.get()
    const { plan } = defined(gate.bundle, 'the bundle')
    return { plan, gateId: gate.id, log: lines, nowMs: this.#nowMs() }
  }

  /**
   * Runs actions in sequence, as each scan is evaluated against the log of all actions before. If the log cannot be
   * written (the phone is full), the previous result is removed: it must not look like the result of this scan.
   */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#before.then(work).catch((error: unknown) => {
      console.warn(error)
      this.#held.retry()
      this.#set({ shown: null, unwritten: this.state.get().unwritten + 1 })
    })
    this.#before = done
    return done
  }

  /** Writes the log entry before the result is shown (`then`), so that a phone that dies now loses no admission. */
  async #write(
    did: Did,
    ticket_hash: string,
    reason: string,
    then: Partial<Pick<DoorState, 'shown'>> = {},
  ): Promise<void> {
    const { lines, gate } = this.state.get()
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
    const now = this.state.get()
    this.#set({ lines: [...now.lines, line], unsent: now.unsent + 1, unwritten: 0, ...then })
  }

  /** A valid ticket is admitted at once; staff decide on one that may be admitted by exception. */
  async #answer(scanResult: ScanResult, typed: boolean): Promise<void> {
    const { verdict, ticket } = scanResult
    const did = verdict === 'ok' ? 'admit' : verdict === 'check_holder' ? null : 'refuse'
    const shown: ShownResult = { scanResult, typed, did, turn: ++this.#turn }
    if (did) await this.#write(did, ticket?.hash ?? '', did === 'admit' ? '' : verdict, { shown })
    else this.#set({ shown, unwritten: 0 })
  }

  /** Whether the call succeeded. Never throws, so that periodic syncs go on. */
  async #report(work: () => Promise<void>): Promise<boolean> {
    const online = await succeeds(work)
    this.#set({ online })
    await succeeds(() => this.#readGate())
    return online
  }

  async #readGate(): Promise<void> {
    const gate = await store.findGate(this.#id)
    if (gate) {
      this.#keys = await importKeys(gate)
      this.#set({ gate })
    }
    const acked = await store.listAcked(this.#id)
    const unsent = this.state.get().lines.filter(({ nonce }) => !acked.has(nonce)).length
    this.#set({ unsent })
  }
}

/** Why staff decided, for the log. */
const reasonOf = ({ typed, scanResult: { verdict, paperName } }: ShownResult) =>
  typed ? 'number' : verdict === 'check_holder' && paperName !== null ? 'paper' : verdict

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
