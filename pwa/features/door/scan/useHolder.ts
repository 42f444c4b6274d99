import { useEffect, useState } from 'react'
import type { Shown } from '../gate/door.ts'
import type { GateRecord } from '../gate/gate-store.ts'
import { holderOf } from '../gate/sync.ts'

const PATIENCE_MS = 3_000

/** The holder's name, asked of the server for the ticket on the screen; nothing of it stays on the phone. */
export function useHolder(gate: GateRecord, shown: Shown | null, online: boolean): string | null {
  const [found, setFound] = useState<{ turn: number; name: string | null } | null>(null)
  const hash = shown?.judgement.ticket?.hash
  const turn = shown?.turn ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!hash || !online) return
    const leave = new AbortController()
    const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(PATIENCE_MS)])
    void holderOf(gate, hash, signal).then((name) => {
      if (!leave.signal.aborted) setFound({ turn, name })
    })
    return () => leave.abort()
  }, [turn, hash])
  return found?.turn === turn ? found.name : null
}
