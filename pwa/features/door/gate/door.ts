import { readCode, ticketHash } from '#contract/door/code.ts'
import { type Did, type Entry, standing } from '#contract/door/log.ts'
import { type Judgement, judge, judgeNumber } from '#contract/door/verdict.ts'
import { importKey, type Keys, verifyCode } from '#contract/door/verify.ts'
import type { Line } from '#contract/door.ts'
import { UNDO_MS } from '#contract/limits.ts'
import { createStore } from '#pwa/lib/store.ts'
import { fromBase64 } from './bytes.ts'
import { signLine } from './gate-key.ts'
import * as store from './gate-store.ts'
import { meantBy } from './number.ts'
import { giveUpGate, syncGate } from './sync.ts'

/** What is on the screen: an answer, and what a person made of it. */
export interface Shown {
  judgement: Judgement
  /** The number was typed. */
  typed: boolean
  /** What the door did about it last; null while somebody has to decide. */
  did: Did | null
  /** Counts answers: the same one again is another. */
  turn: number
}

export interface DoorState {
  gate: store.GateRecord
  lines: Line[]
  unsent: number
  online: boolean
  shown: Shown | null
  /** How often, since the last answer, what was done could not be written down: then nothing was done. */
  unwritten: number
}

/** Whoever leaves where there is hardly a network does not wait for long: the owner can take the gate from this phone. */
export const LEAVING_MS = 8_000

/** While a code stays before the camera it is one showing, and for so long after it went. */
const SAME_MS = 4_000
/** Its holder still stands there when an entry is taken back: the code is looked at anew once it was away for so long. */
const AWAY_MS = 2_000

/** What was before the camera last. */
const NOTHING = { what: '', at: 0, forMs: SAME_MS }

/** One gate of this phone at work: looks at codes, writes down what it does, and tells the server when it can. */
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

  /** By the server's clock, as far as it is known. */
  const nowMs = () => Date.now() + state.get().gate.offset
  const scene = () => {
    const { gate, lines } = state.get()
    return { plan: gate.bundle!.plan, gateId: gate.id, log: lines, nowMs: nowMs() }
  }

  async function countUnsent() {
    const acked = await store.listAcked(id)
    set({ unsent: state.get().lines.filter(({ nonce }) => !acked.has(nonce)).length })
  }

  /**
   * One thing after the other: nothing is judged by a log to which a line is just being added. Where it cannot be
   * added, on a phone that is full, the answer of before must not stand there as if it were this one's.
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

  /** Kept before anybody is told, of which `then` is part: a phone that dies now has not let anybody in unseen. */
  async function write(
    did: Did,
    ticket_hash: string,
    reason: string,
    then: Partial<Pick<DoorState, 'shown'>> = {},
  ) {
    const { lines, gate } = state.get()
    const entry: Entry = {
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

  /** Good ones go in at once; a person decides of those that may be let in all the same. */
  async function answer(judgement: Judgement, typed: boolean) {
    const { verdict, ticket } = judgement
    const did = verdict === 'ok' ? 'admit' : verdict === 'check_holder' ? null : 'refuse'
    const shown: Shown = { judgement, typed, did, turn: ++turn }
    if (did) await write(did, ticket?.hash ?? '', did === 'admit' ? '' : verdict, { shown })
    else set({ shown, unwritten: 0 })
  }

  async function decide(did: Did) {
    const { shown } = state.get()
    const hash = shown?.judgement.ticket?.hash
    if (!shown || !hash || !choices(shown).includes(did)) return
    await write(did, hash, shown.typed ? 'number' : shown.judgement.verdict, {
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

  /** Whether the server heard it. Never throws: who tells now and then would tell no more. */
  async function tell(work: () => Promise<void>): Promise<boolean> {
    const online = await succeeds(work)
    set({ online })
    await succeeds(readGate)
    return online
  }

  /** One at a time: an answer that was overtaken would bring an older list back. */
  let syncing: Promise<unknown> | null = null

  function isSame(what: string): boolean {
    const at = Date.now()
    const same = what === last.what && at - last.at < last.forMs
    last = { what, at, forMs: same ? last.forMs : SAME_MS }
    return same
  }

  return {
    state,
    /** What the camera read. */
    async scan(text: string) {
      const code = readCode(text)
      const hash = code && (await ticketHash(code.claims.issuedId))
      // A code that moves is the same ticket still.
      if (isSame(hash ?? text)) return
      const proof = code && (await verifyCode(code, keys, nowMs()))
      const scanned = code && { code, proof: proof!, hash: hash! }
      await inTurn(() => answer(judge(scanned, scene()), false))
    },
    type: (typed: string) =>
      inTurn(() => answer(judgeNumber(meantBy(typed, scene().plan.tickets), scene()), true)),
    /** Nobody stands there any more. */
    rest() {
      last = NOTHING
      set({ shown: null, unwritten: 0 })
    },
    /** What a person says to the answer on the screen: one of its `choices`. */
    decide: (did: Did) => inTurn(() => decide(did)),
    undo: (hash: string) =>
      inTurn(async () => {
        if (!isUndoable(state.get().lines, hash, Date.now())) return
        const { shown } = state.get()
        const isShown = shown?.judgement.ticket?.hash === hash
        await write('undo', hash, '', isShown ? { shown: { ...shown, did: 'undo' } } : {})
        if (last.what === hash) last = { ...last, forMs: AWAY_MS }
      }),
    /** The phone says that it has no network: nobody waits until a call has failed. */
    lose: () => set({ online: false }),
    /** Tells and asks; what cannot be reached is tried again by whoever calls this again. */
    sync() {
      syncing ??= tell(() => syncGate(id)).finally(() => {
        syncing = null
      })
      return syncing
    },
    /** Gives the gate up at the server, once it has all that was done here; whether it is another phone's to take now. */
    leave: () => tell(() => giveUpGate(id, AbortSignal.timeout(LEAVING_MS))),
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

/** What a person may still do about an answer. */
export function choices({ judgement, did }: Shown): Did[] {
  if (judgement.verdict === 'check_holder') return did === null ? ['admit', 'refuse'] : []
  if (did !== 'refuse') return []
  const { mayReenter, mayOverride } = judgement
  return [
    ...(mayReenter ? ['reenter' as const] : []),
    ...(mayOverride ? ['override' as const] : []),
  ]
}

/** Whether this gate's newest admission of a ticket may still be taken back. */
export function isUndoable(lines: readonly Line[], hash: string, now: number): boolean {
  const newest = standing(lines.filter(({ ticket_hash }) => ticket_hash === hash)).at(-1)
  return newest !== undefined && now - Date.parse(newest.scanned_at) < UNDO_MS
}

/** 入場 n / N: on how many tickets somebody went in, as far as this phone knows. */
export function progress({ gate, lines }: Pick<DoorState, 'gate' | 'lines'>) {
  const tickets = gate.bundle?.plan.tickets ?? []
  const inside = new Set(tickets.filter(({ used_at }) => used_at).map(({ hash }) => hash))
  for (const [hash, of] of Map.groupBy(lines, ({ ticket_hash }) => ticket_hash)) {
    if (standing(of).length > 0) inside.add(hash)
    else if (tickets.some((one) => one.hash === hash && one.used_gate === gate.id))
      inside.delete(hash)
  }
  const issued = tickets.filter(({ status }) => status === 'valid' || status === 'used').length
  return { entered: inside.size, issued }
}
